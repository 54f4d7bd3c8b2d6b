import { formatFigure } from '@truemark/ui/figures/format'
import { useFigureLocale } from '@truemark/ui/primitives/FigureLocale'
import { joined } from '@truemark/ui/primitives/joined'
import { GripVertical } from 'lucide-react'
import {
  useId,
  useRef,
  type HTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  type RefCallback,
  type RefObject,
} from 'react'
import { useTranslations } from 'use-intl'
import type { ChartLine, MovedLine } from './chartLine.ts'
import { steppedFigure, stepsOfKey } from '../parts/steppedFigure.ts'
import { pointedPrice } from './linePrice.ts'
import { nearest } from './nearestLine.ts'
import { plotValue } from './plot.ts'

interface LineGripsProps {
  /** The lines as they are drawn now. */
  lines: readonly ChartLine[]
  priceDecimals: number
  /** The line that is being moved, and to where. */
  moving: MovedLine | null
  onMoving: (moved: MovedLine | null) => void
  /** Asks for the change of a line that was let go at another price. */
  onMove: (moved: MovedLine) => void
  /** Hears of each grip as it comes and goes, so that it can be put where its line is drawn. */
  grip: (id: string) => RefCallback<HTMLElement>
  /** The price at this many CSS pixels from the top of the window; null where there is none. */
  priceAt: (clientY: number) => string | null
  /** Where a line is drawn, in CSS pixels from the top of the grips; null where it is not. */
  yOf: (id: string) => number | null
}

/** The labels of open orders' lines, by which they are taken to another price: with a pointer, or with the arrows. */
export function LineGrips({ lines, priceDecimals, moving, onMoving, onMove, grip, priceAt, yOf }: LineGripsProps) {
  const movable = lines.filter(({ moves }) => moves)
  const root = useRef<HTMLDivElement>(null)
  const drag = useDrag({ root, movable, priceAt, yOf, onMoving, onMove })
  return (
    // what holds the pointer stays, though the line that is held may go
    <div
      ref={root}
      data-no-pull
      {...drag.handlers}
      className="pointer-events-none absolute inset-0 z-10 overflow-hidden"
    >
      {movable.map((line) => (
        <Grip
          key={line.id}
          line={line}
          priceDecimals={priceDecimals}
          isMoved={moving?.id === line.id}
          grip={grip}
          drag={drag}
          onMove={(price) => onMoving(price === null ? null : { id: line.id, price })}
          onAsk={() => onMove({ id: line.id, price: line.price })}
        />
      ))}
    </div>
  )
}

interface GripProps extends Pick<LineGripsProps, 'priceDecimals' | 'grip'> {
  line: ChartLine
  isMoved: boolean
  drag: Drag
  onMove: (price: string | null) => void
  onAsk: () => void
}

function Grip({ line, priceDecimals, isMoved, grip, drag, onMove, onAsk }: GripProps) {
  const locale = useFigureLocale()
  const { id, label, price, tone } = line
  const shown = formatFigure(price, locale, { decimalsMin: priceDecimals, decimalsMax: priceDecimals })
  return (
    <span
      ref={grip(id)}
      data-line={id}
      className={joined(
        'figures pointer-events-auto absolute top-0 left-1.5 inline-flex h-5 cursor-ns-resize touch-none items-center gap-0.5 rounded-chip pr-1.5 pl-0.5 text-[11px] whitespace-nowrap text-on-up-down select-none',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
        // what a finger needs reaches over the label
        'after:absolute after:inset-x-0 after:-inset-y-3 desk:after:-inset-y-0.5',
        tone === 'up' ? 'bg-up' : 'bg-down',
      )}
    >
      <GripVertical size={12} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
      <span aria-hidden="true">{label}</span>
      {isMoved && (
        <span aria-hidden="true" className="pl-1 font-semibold">
          → {shown}
        </span>
      )}
      <GripInput
        line={line}
        shown={shown}
        priceDecimals={priceDecimals}
        onMove={onMove}
        onAsk={onAsk}
        onLeave={() => {
          if (!drag.isHeld()) onMove(null)
        }}
        onGiveUp={() => {
          drag.giveUp()
          onMove(null)
        }}
      />
    </span>
  )
}

interface Drag {
  readonly handlers: Pick<
    HTMLAttributes<HTMLElement>,
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'
  >
  isHeld(): boolean
  giveUp(): void
}

interface DragPorts extends Pick<LineGripsProps, 'priceAt' | 'yOf' | 'onMoving' | 'onMove'> {
  root: RefObject<HTMLDivElement | null>
  movable: readonly ChartLine[]
}

/** A move shorter than this (CSS pixels) is a trembling hand. */
const trembles = 3

/**
 * What a pointer does with the grips: the line nearest to it is taken, moved by as much as the pointer moves, and let go. One
 * pointer at a time.
 */
function useDrag({ root, movable, priceAt, yOf, onMoving, onMove }: DragPorts): Drag {
  const held = useRef<Held | null>(null)
  const own = ({ pointerId }: PointerEvent): Held | null =>
    held.current?.pointerId === pointerId ? held.current : null
  const handlers: Drag['handlers'] = {
    onPointerDown(event) {
      const top = root.current?.getBoundingClientRect().top ?? 0
      const line = event.button === 0 && held.current === null ? nearest(movable, yOf, event.clientY - top) : null
      if (line === null) return
      const { pointerId, clientY } = event
      const off = clientY - top - (yOf(line.id) ?? 0)
      held.current = { id: line.id, price: line.price, pointerId, from: clientY, off, isMoved: false }
      event.currentTarget.setPointerCapture(pointerId)
      // Escape is heard by what has the focus
      event.preventDefault()
      const grip = root.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(line.id)}"] input`)
      grip?.focus({ preventScroll: true })
    },
    onPointerMove(event) {
      const one = own(event)
      if (one === null || (!one.isMoved && Math.abs(event.clientY - one.from) < trembles)) return
      const price = priceAt(event.clientY - one.off)
      if (price === null) return
      held.current = { ...one, price, isMoved: true }
      onMoving({ id: one.id, price })
    },
    onPointerUp(event) {
      const one = own(event)
      if (one === null) return
      held.current = null
      onMove({ id: one.id, price: one.price })
    },
    onPointerCancel(event) {
      if (own(event) === null) return
      held.current = null
      onMoving(null)
    },
  }
  return {
    handlers,
    isHeld: () => held.current !== null,
    giveUp() {
      held.current = null
    },
  }
}

/** A line that a pointer holds: where it was taken, in CSS pixels of the window, and how far from the line itself. */
interface Held {
  readonly id: string
  readonly price: string
  readonly pointerId: number
  readonly from: number
  readonly off: number
  readonly isMoved: boolean
}

interface GripInputProps {
  line: ChartLine
  shown: string
  priceDecimals: number
  onMove: (price: string) => void
  onAsk: () => void
  onLeave: () => void
  onGiveUp: () => void
}

/** What keys and screen readers have of a grip: its price, a step of which is a tick. */
function GripInput({ line, shown, priceDecimals, onMove, onAsk, onLeave, onGiveUp }: GripInputProps) {
  const t = useTranslations('spot')
  const hint = useId()
  const value = plotValue(line.price)
  const press = (event: KeyboardEvent) => {
    const steps = stepsOfKey(event)
    if (event.key === 'Escape') onGiveUp()
    else if (event.key === 'Enter') onAsk()
    else if (steps === null) return
    else onMove(steppedFigure(line.price, steps, priceDecimals))
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <input
        type="range"
        min={0}
        max={2 * value}
        step="any"
        value={value}
        aria-label={t('moveLine', { order: line.label })}
        aria-describedby={hint}
        aria-valuetext={shown}
        onChange={(event) => {
          const next = pointedPrice(event.target.valueAsNumber, priceDecimals)
          if (next !== null) onMove(next)
        }}
        onKeyDown={press}
        onBlur={onLeave}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
      <span id={hint} hidden>
        {t('moveLineHint')}
      </span>
    </>
  )
}
