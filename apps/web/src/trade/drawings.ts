import { useStore } from 'zustand'
import { keptStore } from '../data/keptStore.ts'

export const drawingTools = ['trend', 'horizontal', 'ray', 'fibonacci', 'rectangle'] as const
export type DrawingTool = (typeof drawingTools)[number]

/** A place on a chart, in numbers to draw with: a moment in UTC ms, and a price that is no amount. */
export interface DrawnPoint {
  readonly timestamp: number
  readonly value: number
}

/** What somebody has drawn over a market's candles. */
export interface Drawing {
  readonly id: string
  readonly tool: DrawingTool
  readonly points: readonly DrawnPoint[]
}

interface Drawings {
  readonly bySymbol: Readonly<Record<string, readonly Drawing[]>>
}

/** How many points each is made of. */
export const pointsOf: Readonly<Record<DrawingTool, number>> = {
  trend: 2,
  horizontal: 1,
  ray: 2,
  fibonacci: 2,
  rectangle: 2,
}

const perMarketMax = 50
const marketsMax = 100
const none: readonly Drawing[] = []

/** What was drawn, by market; kept on this device and told to nobody. */
export const drawings = keptStore('truemark.drawings', readDrawings)

/** Reads what was kept; what is no drawing is left out. */
export function readDrawings(kept: unknown): Drawings {
  const markets = isRecord(kept) && isRecord(kept['bySymbol']) ? Object.entries(kept['bySymbol']) : []
  const read = markets.map(([symbol, list]) => [symbol, Array.isArray(list) ? list.flatMap(readDrawing) : []] as const)
  return { bySymbol: Object.fromEntries(read.slice(-marketsMax)) }
}

function readDrawing(kept: unknown): Drawing[] {
  if (!isRecord(kept) || typeof kept['id'] !== 'string' || !Array.isArray(kept['points'])) return []
  const tool = drawingTools.find((each) => each === kept['tool'])
  const points = kept['points'].flatMap(readPoint)
  return tool === undefined || points.length !== pointsOf[tool] ? [] : [{ id: kept['id'], tool, points }]
}

function readPoint(kept: unknown): DrawnPoint[] {
  if (!isRecord(kept)) return []
  const { timestamp, value } = kept
  return Number.isFinite(timestamp) && Number.isFinite(value)
    ? [{ timestamp: Number(timestamp), value: Number(value) }]
    : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** What is drawn in a market; the same list until it changes. */
export function useDrawings(symbol: string): readonly Drawing[] {
  return useStore(drawings, (state) => state.bySymbol[symbol] ?? none)
}

/** Keeps a drawing of a market, in place of one with the same id; of very many the oldest go. */
export function keepDrawing(symbol: string, drawing: Drawing): void {
  const list = drawings.getState().bySymbol[symbol] ?? none
  const at = list.findIndex(({ id }) => id === drawing.id)
  keepAll(symbol, at === -1 ? [...list, drawing].slice(-perMarketMax) : list.with(at, drawing))
}

/** Keeps exactly these drawings of a market. */
export function keepAll(symbol: string, list: readonly Drawing[]): void {
  const { [symbol]: _, ...others } = drawings.getState().bySymbol
  const kept = Object.entries(others).slice(1 - marketsMax)
  drawings.setState({ bySymbol: Object.fromEntries(list.length === 0 ? kept : [...kept, [symbol, list]]) })
}
