import { useEffect } from "react";

export function toggleFullScreen(): void {
  if (document.fullscreenElement === null) void document.documentElement.requestFullscreen().catch(() => undefined);
  else void document.exitFullscreen();
}

/** Hides the frame of the page while wanted. Twin: app/rail.module.css. */
export function useKiosk(isOn: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute("data-kiosk", isOn);
    return () => document.documentElement.removeAttribute("data-kiosk");
  }, [isOn]);
}
