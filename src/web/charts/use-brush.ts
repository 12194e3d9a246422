import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";

export interface Brush {
  /** Index of the step under the pointer, or chosen by keys. */
  cursor: number | undefined;
  /** The step where marking began. */
  anchor: number | undefined;
  /** Listeners for the element over the steps. */
  handlers: ReturnType<typeof handlersOf>;
}

/** Steps of equal width beside each other: one is pointed at, some are marked; by pointer, or ← → Shift Enter. */
export function useBrush(count: number, onMark: (first: number, last: number) => void): Brush {
  const [cursor, setCursor] = useState<number>();
  const [anchor, setAnchor] = useState<number>();
  const pressed = useRef(false);
  const known = cursor === undefined ? undefined : Math.min(cursor, count - 1);
  const handlers = handlersOf({ count, cursor: known, anchor, setCursor, setAnchor, onMark, pressed });
  return { cursor: known, anchor, handlers };
}

interface BrushState {
  count: number;
  cursor: number | undefined;
  anchor: number | undefined;
  setCursor: (cursor: number | undefined) => void;
  setAnchor: (anchor: number | undefined) => void;
  onMark: (first: number, last: number) => void;
  pressed: { current: boolean };
}

function handlersOf({ count, cursor, anchor, setCursor, setAnchor, onMark, pressed }: BrushState) {
  const stepAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count)));
  };
  const mark = (a: number, b: number) => onMark(Math.min(a, b), Math.max(a, b));
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || count === 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pressed.current = true;
      setAnchor(stepAt(event));
      setCursor(stepAt(event));
    },
    onPointerMove: (event: PointerEvent) => {
      if (count === 0 || (event.pointerType === "touch" && anchor === undefined)) return;
      setCursor(stepAt(event));
    },
    onPointerUp: (event: PointerEvent) => {
      if (pressed.current && anchor !== undefined) mark(anchor, stepAt(event));
      pressed.current = false;
      setAnchor(undefined);
    },
    onPointerCancel: () => {
      pressed.current = false;
      setAnchor(undefined);
    },
    onPointerLeave: () => !pressed.current && setCursor(undefined),
    onBlur: () => setCursor(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (direction !== undefined) {
        const next = Math.min(count - 1, Math.max(0, (cursor ?? count) + direction));
        setAnchor(event.shiftKey ? (anchor ?? cursor ?? next) : undefined);
        setCursor(next);
      } else if (event.key === "Enter" && cursor !== undefined) {
        mark(anchor ?? cursor, cursor);
        setAnchor(undefined);
      } else if (event.key === "Escape" && anchor !== undefined) setAnchor(undefined);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
