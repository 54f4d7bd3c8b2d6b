import type { Book, Kline } from '@truemark/protocol/routes/market'
import { type ServerMessage, streamType } from '@truemark/protocol/stream'
import { parseFrame } from '@truemark/protocol/streamText'
import { memo, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { browserSchedule } from '../../apps/web/src/data/batch.ts'
import { createIntake } from '../../apps/web/src/data/intake.ts'
import { readMessage } from '../../apps/web/src/data/streamShapes.ts'
import { useBook, withCandle } from '../../apps/web/src/data/marketStore.ts'
import { usePrice } from '../../apps/web/src/data/prices.ts'

// Twenty prices and one book, drawn alike for both ways of keeping what streams in.

const symbols = Array.from({ length: 20 }, (_, at) => `COIN${at}USDT`)
const shown = symbols[0] ?? ''

const Row = memo(function Row({ symbol, price }: { symbol: string; price: string | undefined }) {
  return (
    <li>
      <b>{symbol}</b> <span>{price}</span>
    </li>
  )
})

const Levels = memo(function Levels({ book }: { book: Book | undefined }) {
  // a level's place stays and its price goes: as the app's own book keys its rows
  const level = ({ price, amount }: Book['asks'][number], place: number) => (
    <li key={place}>
      <span>{price}</span> <span>{amount}</span>
    </li>
  )
  return (
    <div>
      <ol>{book?.asks.map(level)}</ol>
      <ol>{book?.bids.map(level)}</ol>
    </div>
  )
})

function StoredRow({ symbol }: { symbol: string }) {
  return <Row symbol={symbol} price={usePrice(symbol)?.price} />
}

function StoredLevels() {
  return <Levels book={useBook(shown)} />
}

/** The app's way: batches folded outside React, and each component hears only what it shows. */
function Stored() {
  return (
    <main>
      <ul>
        {symbols.map((symbol) => (
          <StoredRow key={symbol} symbol={symbol} />
        ))}
      </ul>
      <StoredLevels />
    </main>
  )
}

function takeBatches(): (data: string) => void {
  const intake = createIntake(readMessage, () => undefined, browserSchedule)
  return (data) => parseFrame(data)?.forEach((message) => intake.push(message))
}

interface Kept {
  readonly prices: Readonly<Record<string, string>>
  readonly book: Book | undefined
  readonly candles: readonly Kline[]
}

let hear: (data: string) => void = () => undefined

/** The usual way: one state, set for each message. */
function Stateful() {
  const [kept, setKept] = useState<Kept>({ prices: {}, book: undefined, candles: [] })
  useEffect(() => {
    hear = (data) => {
      for (const message of JSON.parse(data) as ServerMessage[]) {
        if (message.type === streamType.book) setKept((before) => ({ ...before, book: message.data }))
        if (message.type === streamType.kline) {
          setKept((before) => ({ ...before, candles: withCandle(before.candles, message.data) }))
        }
        if (message.type === streamType.day) {
          const { symbol, close } = message.data
          setKept((before) => ({ ...before, prices: { ...before.prices, [symbol]: close } }))
        }
      }
    }
  }, [])
  return (
    <main>
      <ul>
        {symbols.map((symbol) => (
          <Row key={symbol} symbol={symbol} price={kept.prices[symbol]} />
        ))}
      </ul>
      <Levels book={kept.book} />
    </main>
  )
}

const stored = location.search.includes('stored')
const root = document.querySelector('#root')
if (root === null) throw new Error('the page has no root')
createRoot(root).render(stored ? <Stored /> : <Stateful />)
if (stored) hear = takeBatches()
const socket = new WebSocket(location.href.replace('http', 'ws'))
socket.addEventListener('message', ({ data }) => {
  if (typeof data === 'string') hear(data)
})
