import { newKey } from '@truemark/client/newKey'
import { IconButton } from '@truemark/ui/primitives/IconButton'
import { AlignJustify, Eraser, Minus, MoveUpRight, RectangleHorizontal, Slash, Trash2 } from 'lucide-react'
import type { Chart } from 'klinecharts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { beginDrawing, hideDrawings, leaveDrawing, placedDrawing, showDrawings } from './drawnOverlays.ts'
import { drawingTools, keepAll, keepDrawing, useDrawings, type DrawingTool } from './drawings.ts'
import { WideTexts } from './wideTexts.tsx'

interface DrawingToolsProps {
  chart: Chart
  symbol: string
  /** Whether the tools are in sight; what was drawn is in sight always. */
  isOpen: boolean
}

/** What the reader draws over the candles, and the tools for it. Its code is loaded when it is asked for. */
export function DrawingTools({ chart, symbol, isOpen }: DrawingToolsProps) {
  const list = useDrawings(symbol)
  const [selected, setSelected] = useState<string | null>(null)
  const [begun, setBegun] = useState<{ readonly id: string; readonly tool: DrawingTool } | null>(null)
  const events = useMemo(
    () => ({
      onKeep: (drawing: Parameters<typeof keepDrawing>[1]) => {
        keepDrawing(symbol, drawing)
        setBegun(null)
      },
      onLost: () => setBegun(null),
      onSelect: setSelected,
    }),
    [symbol],
  )
  useEffect(() => showDrawings(chart, list, isOpen, events), [chart, list, isOpen, events])
  useEffect(() => () => hideDrawings(chart), [chart, symbol])
  const leave = useCallback(() => {
    if (begun !== null) leaveDrawing(chart, begun.id)
    setBegun(null)
  }, [chart, begun])
  useGivingUp(begun === null ? null : leave, isOpen)
  if (!isOpen) return null
  const choose = (tool: DrawingTool, byPointer: boolean) => {
    leave()
    if (begun?.tool === tool) return
    const id = newKey()
    if (byPointer) {
      beginDrawing(chart, id, tool, events)
      return setBegun({ id, tool })
    }
    const placed = placedDrawing(chart, id, tool)
    if (placed !== null) keepDrawing(symbol, placed)
  }
  return (
    <WideTexts>
      <Toolbar
        tool={begun?.tool ?? null}
        count={list.length}
        onTool={choose}
        onErase={() => {
          const id = selected ?? list.at(-1)?.id
          keepAll(
            symbol,
            list.filter((each) => each.id !== id),
          )
          setSelected(null)
        }}
        onEraseAll={() => {
          keepAll(symbol, [])
          return () => keepAll(symbol, list)
        }}
      />
    </WideTexts>
  )
}

/** Escape, and the tools going out of sight, give up a drawing that was begun. */
function useGivingUp(leave: (() => void) | null, isOpen: boolean) {
  const now = useRef(leave)
  useEffect(() => {
    now.current = leave
  }, [leave])
  useEffect(() => {
    if (leave === null) return undefined
    const press = (event: KeyboardEvent) => event.key === 'Escape' && leave()
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [leave])
  useEffect(() => {
    if (!isOpen) now.current?.()
  }, [isOpen])
}

const icons = {
  trend: Slash,
  horizontal: Minus,
  ray: MoveUpRight,
  fibonacci: AlignJustify,
  rectangle: RectangleHorizontal,
} as const

interface ToolbarProps {
  tool: DrawingTool | null
  count: number
  onTool: (tool: DrawingTool, byPointer: boolean) => void
  onErase: () => void
  /** Gives what brings all of them back. */
  onEraseAll: () => () => void
}

function Toolbar({ tool, count, onTool, onErase, onEraseAll }: ToolbarProps) {
  const t = useTranslations('wideTrade')
  return (
    <div role="toolbar" aria-label={t('drawings')} className="flex items-center px-1 hairline-b">
      {drawingTools.map((each) => {
        const Icon = icons[each]
        return (
          <IconButton
            key={each}
            label={t(`tool.${each}`)}
            aria-pressed={tool === each}
            className="aria-pressed:text-primary"
            // a press by key has no pointer to set points with
            onClick={(event) => onTool(each, event.detail > 0)}
          >
            <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        )
      })}
      <output className="hidden min-w-0 flex-1 truncate px-2 text-12 text-quiet tablet:block">
        {tool === null ? t('drawn', { count }) : t('drawHint')}
      </output>
      <IconButton label={t('erase')} disabled={count === 0} className="ml-auto" onClick={onErase}>
        <Eraser size={18} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('eraseAll')}
        disabled={count === 0}
        onClick={() => {
          const restore = onEraseAll()
          toast(t('erased'), { action: { label: t('bringBack'), onClick: restore } })
        }}
      >
        <Trash2 size={18} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
