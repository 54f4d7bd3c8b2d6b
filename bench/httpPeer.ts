import { createHash } from 'node:crypto'
import type { Server } from 'node:http'
import express from 'express'
import pg from 'pg'

const poolMax = 32
const symbol = 'BTCUSDT'

const schema = `
  CREATE TABLE session (digest bytea PRIMARY KEY, holder int NOT NULL);
  CREATE TABLE balance (holder int, currency text, total numeric NOT NULL, frozen numeric NOT NULL,
    PRIMARY KEY (holder, currency), CHECK (total >= frozen AND frozen >= 0));
  CREATE TABLE spot_order (id bigserial PRIMARY KEY, holder int NOT NULL, symbol text NOT NULL, side text NOT NULL,
    price numeric NOT NULL, quantity numeric NOT NULL, filled numeric NOT NULL DEFAULT 0,
    open boolean NOT NULL, placed timestamptz NOT NULL DEFAULT now());
  CREATE INDEX ON spot_order (symbol, side, price, id) WHERE open;
  CREATE TABLE fill (id bigserial PRIMARY KEY, maker bigint NOT NULL, taker bigint NOT NULL, price numeric NOT NULL,
    quantity numeric NOT NULL, time timestamptz NOT NULL DEFAULT now());
  CREATE TABLE ledger_entry (id bigserial PRIMARY KEY, holder int NOT NULL, currency text NOT NULL,
    amount numeric NOT NULL, category text NOT NULL, ref bigint NOT NULL);
  CREATE TABLE used_key (holder int, key uuid, answer text NOT NULL, PRIMARY KEY (holder, key));
`

/** The transaction of one order: eleven statements with BEGIN and COMMIT, all between them prepared. */
const statements = {
  session: 'SELECT holder FROM session WHERE digest = $1',
  maker: `SELECT id, holder, price FROM spot_order WHERE open AND symbol = $1 AND side = $2 AND holder <> $3
    AND quantity = $5::numeric AND CASE side WHEN 'sell' THEN price <= $4::numeric ELSE price >= $4::numeric END
    ORDER BY CASE side WHEN 'sell' THEN price ELSE -price END, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  lock: `SELECT holder = $1 AND CASE $3 WHEN 'buy' THEN currency = 'USDT' AND total - frozen >= $4::numeric * $5::numeric
      ELSE currency = 'BTC' AND total - frozen >= $5::numeric END AS enough
    FROM balance WHERE holder IN ($1, $2) ORDER BY holder, currency FOR UPDATE`,
  order: `INSERT INTO spot_order (holder, symbol, side, price, quantity, filled, open)
    VALUES ($1, $2, $3, $4, $5::numeric, CASE WHEN $6 THEN 0 ELSE $5::numeric END, $6) RETURNING id`,
  hold: `UPDATE balance SET frozen = frozen + CASE currency WHEN 'USDT' THEN $3::numeric * $4::numeric ELSE $4::numeric END
    WHERE holder = $1 AND currency = CASE $2 WHEN 'buy' THEN 'USDT' ELSE 'BTC' END`,
  close: 'UPDATE spot_order SET filled = quantity, open = false WHERE id = $1',
  fill: 'INSERT INTO fill (maker, taker, price, quantity) VALUES ($1, $2, $3, $4) RETURNING id',
  move: `UPDATE balance SET
      total = total + CASE WHEN holder = $1
        THEN CASE currency WHEN 'USDT' THEN -$4::numeric * $5::numeric ELSE $5::numeric * 0.999 END
        ELSE CASE currency WHEN 'USDT' THEN $4::numeric * $5::numeric * 0.999 ELSE -$5::numeric END END,
      frozen = frozen - CASE WHEN holder <> $3 THEN 0
        WHEN holder = $1 THEN CASE currency WHEN 'USDT' THEN $4::numeric * $5::numeric ELSE 0 END
        ELSE CASE currency WHEN 'BTC' THEN $5::numeric ELSE 0 END END
    WHERE holder IN ($1, $2)`,
  /** One whose key was used before fails here, and with it all that the transaction has done. */
  key: 'INSERT INTO used_key (holder, key, answer) SELECT holder, $2, $3 FROM session WHERE digest = $1',
  ledger: `INSERT INTO ledger_entry (holder, currency, amount, category, ref) VALUES
    ($1, 'USDT', -$3::numeric * $4::numeric, 'spot_buy', $5), ($1, 'BTC', $4::numeric * 0.999, 'spot_buy', $5),
    ($2, 'USDT', $3::numeric * $4::numeric * 0.999, 'spot_sell', $5), ($2, 'BTC', -$4::numeric, 'spot_sell', $5)`,
} as const

interface Order {
  readonly side: 'buy' | 'sell'
  readonly price: string
  readonly quantity: string
}

/** The usual way: express, and one transaction of eleven statements for each order, on a pool of 32 connections. */
export class UsualServer {
  readonly #pool: pg.Pool
  #server: Server | null = null

  constructor(url: string) {
    this.#pool = new pg.Pool({ connectionString: url, max: poolMax, min: poolMax })
    this.#pool.on('error', () => undefined)
  }

  /** Makes the tables and `count` people with a token each; gives the tokens. */
  async open(count: number): Promise<string[]> {
    await this.#pool.query(schema)
    const tokens = Array.from({ length: count }, (_, holder) => `token-of-${holder}`)
    await this.#pool.query('INSERT INTO session SELECT d, h - 1 FROM unnest($1::bytea[]) WITH ORDINALITY AS s (d, h)', [
      tokens.map(digestOf),
    ])
    await this.#pool.query(
      `INSERT INTO balance SELECT h, c, 1000000, 0 FROM generate_series(0, $1 - 1) h, unnest('{USDT,BTC}'::text[]) c`,
      [count],
    )
    return tokens
  }

  /** Takes orders at `path` on a free port, which it gives. */
  async listen(path: string): Promise<number> {
    const app = express()
    app.disable('x-powered-by')
    app.disable('etag')
    app.use(express.json({ limit: '16kb' }))
    app.post(path, (request, response, next) => {
      const order = readOrder(request.body)
      const key = request.headers['idempotency-key']
      const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
      if (order === null || token === undefined || typeof key !== 'string') {
        response.status(token === undefined ? 401 : 400).json({ code: 1 })
        return
      }
      void this.#place(token, key, order).then((placed) => response.json({ code: 200, data: placed }), next)
    })
    const server = await new Promise<Server>((resolve) => {
      const listening = app.listen(0, '127.0.0.1', () => resolve(listening))
    })
    server.keepAliveTimeout = 60_000
    this.#server = server
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new Error('the peer has no address')
    return address.port
  }

  /** What is wrong with its books: currencies that do not sum to what was given out. */
  async faults(): Promise<number> {
    const { rows } = await this.#pool.query(
      `SELECT 1 FROM balance GROUP BY currency
       HAVING sum(total) + COALESCE((SELECT -sum(amount) FROM ledger_entry e WHERE e.currency = balance.currency), 0)
         <> count(*) * 1000000`,
    )
    return rows.length
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    this.#server?.close()
    await this.#pool.end()
  }

  async #place(token: string, key: string, order: Order): Promise<object> {
    const client = await this.#pool.connect()
    const ask = async (name: keyof typeof statements, values: unknown[]) =>
      (await client.query({ name, text: statements[name], values })).rows
    try {
      await client.query('BEGIN')
      const placed = await placeIn(ask, token, order)
      await ask('key', [digestOf(token), key, JSON.stringify(placed)])
      await client.query('COMMIT')
      return placed
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    } finally {
      client.release()
    }
  }
}

type Ask = (name: keyof typeof statements, values: unknown[]) => Promise<Record<string, unknown>[]>

async function placeIn(ask: Ask, token: string, { side, price, quantity }: Order): Promise<object> {
  const buys = side === 'buy'
  const [session] = await ask('session', [digestOf(token)])
  if (session === undefined) throw new Error('no session')
  const holder = session['holder']
  const [maker] = await ask('maker', [symbol, buys ? 'sell' : 'buy', holder, price, quantity])
  const other = maker === undefined ? holder : maker['holder']
  const balances = await ask('lock', [holder, other, side, price, quantity])
  if (!balances.some((balance) => balance['enough'] === true)) throw new Error('too little')
  const [order] = await ask('order', [holder, symbol, side, price, quantity, maker === undefined])
  const id = order?.['id']
  if (maker === undefined) {
    await ask('hold', [holder, side, price, quantity])
    return { order_id: id, status: 'new' }
  }
  const [buyer, seller] = buys ? [holder, other] : [other, holder]
  await ask('close', [maker['id']])
  await ask('fill', [maker['id'], id, maker['price'], quantity])
  await ask('move', [buyer, seller, other, maker['price'], quantity])
  await ask('ledger', [buyer, seller, maker['price'], quantity, id])
  return { order_id: id, status: 'filled' }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const decimal = /^(0|[1-9]\d{0,15})(\.\d{1,8})?$/

function readOrder(body: unknown): Order | null {
  if (typeof body !== 'object' || body === null) return null
  const { symbol: market, side, price, quantity } = body as Record<string, unknown>
  if (market !== symbol || (side !== 'buy' && side !== 'sell')) return null
  if (typeof price !== 'string' || typeof quantity !== 'string') return null
  return decimal.test(price) && decimal.test(quantity) ? { side, price, quantity } : null
}
