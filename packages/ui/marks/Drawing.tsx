import type { ReactNode } from 'react'
import { LineDrawing } from './LineDrawing.tsx'

export type DrawingName = 'ledger' | 'orders' | 'coins' | 'market' | 'mail' | 'path' | 'offline' | 'shield' | 'search'

const drawings: Record<DrawingName, ReactNode> = {
  ledger: (
    <>
      <path d="M30 22h52a6 6 0 0 1 6 6v62a6 6 0 0 1-6 6H30a8 8 0 0 1-8-8V30a8 8 0 0 1 8-8Z" />
      <path d="M36 22v74M48 40h28M48 54h28M48 68h16" />
      <path d="m70 78 6 6 12-14" />
    </>
  ),
  orders: (
    <>
      <path d="M20 34h52M20 48h38M20 76h46M20 90h30" />
      <circle cx="86" cy="62" r="14" />
      <path d="M86 54v8l6 4M12 62h52" />
    </>
  ),
  coins: (
    <>
      <circle cx="46" cy="66" r="26" />
      <circle cx="46" cy="66" r="17" />
      <path d="M66 40a26 26 0 1 1 6 49M46 58v16M40 62h9a4 4 0 0 1 0 8h-9" />
    </>
  ),
  market: (
    <>
      <path d="M16 96h80M28 84V60M28 52V44M24 52h8v16h-8zM52 78V66M52 46V32M48 46h8v20h-8zM76 60V50M76 30V20M72 30h8v20h-8z" />
      <path d="M16 78c20-2 24-28 40-30s20-20 40-26" opacity="0.5" />
    </>
  ),
  mail: (
    <>
      <path d="M18 36h76a4 4 0 0 1 4 4v44a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4V40a4 4 0 0 1 4-4Z" />
      <path d="m16 40 40 28 40-28M34 24h44" />
    </>
  ),
  path: (
    <>
      <path d="M20 92c0-22 28-14 28-32S76 46 76 28" strokeDasharray="1 6" />
      <circle cx="20" cy="92" r="4" />
      <path d="M76 28V10l20 6-20 8M66 92h30M71 84h20M76 76h10" />
    </>
  ),
  offline: (
    <>
      <path d="M20 48a52 52 0 0 1 72 0M32 62a35 35 0 0 1 48 0M44 76a17 17 0 0 1 24 0M56 90h.1M24 96l64-80" />
    </>
  ),
  shield: (
    <>
      <path d="M56 14 22 26v28c0 22 14 36 34 44 20-8 34-22 34-44V26L56 14Z" />
      <path d="m42 56 10 10 20-22" />
    </>
  ),
  search: (
    <>
      <circle cx="50" cy="50" r="28" />
      <path d="m71 71 21 21M38 50h24" />
    </>
  ),
}

/** A line drawing of ours by its name. */
export function Drawing({ name, size = 112 }: { name: DrawingName; size?: number }) {
  return <LineDrawing size={size}>{drawings[name]}</LineDrawing>
}
