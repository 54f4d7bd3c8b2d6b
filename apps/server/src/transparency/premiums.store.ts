import { type Realm, realms } from '@truemark/core/ledger/holders'
import type { Event } from '@truemark/core/vocabulary'
import type { PremiumMinute } from '@truemark/protocol/routes/ownEvidence'
import type { Projection } from '../engine/door.ts'
import type { Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'

const minuteMs = 60_000

interface Minute {
  readonly listing: number
  readonly realm: number
  readonly minute: number
  readonly seq: number
  seqLast: number
  samples: string
}

/** The premium samples of each minute, and where each stamp's rates were set. */
export const premiumProjection: Projection<Event> = {
  name: 'premium_minute',
  wants: ['premiumSampled', 'fundingSet'],
  apply: async (facts, writer) => {
    const minutes = new Map<string, Minute>()
    const set: { stamp: number; seq: number }[] = []
    for (const { seq, event } of facts) {
      if (event.type === 'fundingSet') set.push({ stamp: event.stamp, seq })
      if (event.type !== 'premiumSampled') continue
      const { stamp } = event
      // a stamp ends its minute, as it ends an interval of funding: no interval shares one
      const minute = (Math.ceil(stamp / minuteMs) - 1) * minuteMs
      for (const { realm, listing, rate } of event.premiums) {
        const name = `${realm} ${listing} ${minute}`
        const sample = `${stamp - minute}:${rate}`
        const known = minutes.get(name)
        if (known === undefined)
          minutes.set(name, { listing, realm: realms.indexOf(realm), minute, seq, seqLast: seq, samples: sample })
        else {
          known.seqLast = seq
          known.samples += ` ${sample}`
        }
      }
    }
    const rows = [...minutes.values()]
    await writer.query(
      `INSERT INTO premium_minute AS m (listing, realm, minute, seq, seq_last, samples)
       SELECT * FROM unnest($1::smallint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
       ON CONFLICT (listing, realm, minute) DO UPDATE SET
         seq_last = excluded.seq_last, samples = m.samples || ' ' || excluded.samples`,
      [
        rows.map(({ listing }) => listing),
        rows.map(({ realm }) => realm),
        rows.map(({ minute }) => minute),
        rows.map(({ seq }) => seq),
        rows.map(({ seqLast }) => seqLast),
        rows.map(({ samples }) => samples),
      ],
    )
    await writer.query(
      'INSERT INTO funding_place (stamp, seq) SELECT * FROM unnest($1::bigint[], $2::bigint[]) ON CONFLICT DO NOTHING',
      [set.map(({ stamp }) => stamp), set.map(({ seq }) => seq)],
    )
  },
}

/** One market's premiums in a realm after `from` and up to `to` (whole minutes, UTC ms), minute by minute. */
export async function findPremiums(
  database: Queryable,
  { listing, realm, from, to }: { listing: number; realm: Realm; from: number; to: number },
): Promise<PremiumMinute[]> {
  const { rows } = await database.query<{ minute: string; seq: string; seq_last: string; samples: string }>(
    `SELECT minute, seq, seq_last, samples FROM premium_minute
     WHERE listing = $1 AND realm = $2 AND minute >= $3 AND minute < $4 ORDER BY minute`,
    [listing, realms.indexOf(realm), from, to],
  )
  return rows.map(({ minute, seq, seq_last: last, samples: text }) => {
    const samples = text.split(' ').map((sample) => sample.split(':').map(Number))
    return {
      time: integerOf(minute),
      at: samples.map(([at = NaN]) => at),
      rates: samples.map(([, rate = NaN]) => rate),
      seq: integerOf(seq),
      seq_last: integerOf(last),
    }
  })
}

/** The row of the journal in which a stamp's rates were set; null where they were not. */
export async function findFundingPlace(database: Queryable, stamp: number): Promise<number | null> {
  const { rows } = await database.query<{ seq: string }>('SELECT seq FROM funding_place WHERE stamp = $1', [stamp])
  return rows[0] === undefined ? null : integerOf(rows[0].seq)
}

/** Whether a listing's second after a stamp was recorded: what was told of those before is all there then. */
export async function isSampledAfter(database: Queryable, listing: number, stamp: number): Promise<boolean> {
  const { rows } = await database.query('SELECT 1 FROM index_sample WHERE listing = $1 AND stamp > $2 LIMIT 1', [
    listing,
    stamp,
  ])
  return rows.length > 0
}

/** The last second of a listing that was recorded up to a stamp; null where there is none. */
export async function findSecondBefore(database: Queryable, listing: number, stamp: number): Promise<number | null> {
  const { rows } = await database.query<{ stamp: string }>(
    'SELECT stamp FROM index_sample WHERE listing = $1 AND stamp <= $2 ORDER BY stamp DESC LIMIT 1',
    [listing, stamp],
  )
  return rows[0] === undefined ? null : integerOf(rows[0].stamp)
}
