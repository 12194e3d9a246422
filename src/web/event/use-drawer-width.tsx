import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { words } from "../words/words.ts";
import classes from "./event-drawer.module.css";

const key = "vigie.drawerWidth";
const usual = 460;
const least = 320;

/** The drawer's width, which the reader sets by dragging its edge. */
export function useDrawerWidth() {
  const [width, setWidth] = useState(() => Number(localStorage.getItem(key) ?? usual));
  const start = useRef<{ x: number; width: number }>(undefined);
  const most = Math.max(least, innerWidth * 0.7);
  const change = (next: number) => {
    const fitting = Math.round(Math.min(most, Math.max(least, next)));
    setWidth(fitting);
    localStorage.setItem(key, String(fitting));
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: 20, ArrowRight: -20 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    change(width + step);
  };
  const grip = (
    <div
      className={classes.grip}
      role="separator"
      tabIndex={0}
      aria-label={words.event.width}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={Math.round(most)}
      onKeyDown={press}
      onPointerDown={(event: PointerEvent<HTMLDivElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={({ clientX }) => start.current && change(start.current.width + start.current.x - clientX)}
      onPointerUp={() => {
        start.current = undefined;
      }}
    />
  );
  return { width, grip };
}
