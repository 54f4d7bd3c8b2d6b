import { useState } from 'react'

/** Which of the values of a chart is pointed at, and the one that is read off: else the last. */
export function usePointed<Value>(values: readonly Value[], onPoint?: (value: Value | null) => void) {
  const [at, setAt] = useState<number | null>(null)
  const point = (place: number | null) => {
    setAt(place)
    onPoint?.(place === null ? null : (values[place] ?? null))
  }
  return { at, point, last: values.length - 1, read: values[at ?? values.length - 1] }
}

/** What is read aloud of a live chart while it has the focus: what stood there as one came or moved along, and not each move. */
export function useSaidAt(text: string, at: number | null) {
  const [held, hold] = useState<{ readonly at: number | null; readonly text: string } | null>(null)
  if (held !== null && held.at !== at) hold({ at, text })
  return {
    said: held?.at === at ? held.text : text,
    keys: { onFocus: () => hold({ at, text }), onBlur: () => hold(null) },
  }
}

interface ChartPointerProps {
  label: string
  /** Says aloud what is read off. */
  text: string
  pointed: Pick<ReturnType<typeof usePointed>, 'at' | 'last' | 'point'>
  /** Which value stands at a share of the width. */
  placeAt: (share: number) => number | null
}

/** Lies over a chart: pointing at it or moving along by keys reads a value off. */
export function ChartPointer({ label, text, pointed: { at, last, point }, placeAt }: ChartPointerProps) {
  const { said, keys } = useSaidAt(text, at)
  return (
    <input
      type="range"
      min={0}
      max={last}
      step={1}
      value={at ?? last}
      aria-label={label}
      aria-valuetext={said}
      onChange={(event) => point(event.target.valueAsNumber)}
      onPointerMove={(event) => {
        const box = event.currentTarget.getBoundingClientRect()
        point(placeAt((event.clientX - box.left) / Math.max(1, box.width)))
      }}
      onPointerLeave={() => point(null)}
      onFocus={keys.onFocus}
      onBlur={() => {
        keys.onBlur()
        point(null)
      }}
      className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
    />
  )
}
