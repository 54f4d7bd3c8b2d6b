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
  return (
    <input
      type="range"
      min={0}
      max={last}
      step={1}
      value={at ?? last}
      aria-label={label}
      aria-valuetext={text}
      onChange={(event) => point(event.target.valueAsNumber)}
      onPointerMove={(event) => {
        const box = event.currentTarget.getBoundingClientRect()
        point(placeAt((event.clientX - box.left) / Math.max(1, box.width)))
      }}
      onPointerLeave={() => point(null)}
      onBlur={() => point(null)}
      className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
    />
  )
}
