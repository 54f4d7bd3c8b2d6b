import type { EngineClient } from './engine/door.ts'
import type { Gathered } from './gathered.ts'
import type { MarketView } from './market/door.ts'
import type { Measure, Sample } from './platform/metrics/metrics.ts'
import type { HubStats } from './platform/socket/hub.ts'

/** Where the figures come from; those that are null are not known yet, or no figures of this server. */
export interface MeasureSources {
  readonly engine: () => EngineClient['figures']
  /** In ms of engine time. */
  readonly lag: () => number
  readonly setAside: () => number
  readonly ticks: () => number
  readonly gathered: () => Gathered | null
  readonly now: () => number
  readonly statuses: () => ReturnType<MarketView['statuses']>
  readonly ages: () => ReturnType<MarketView['ages']>
  readonly sockets: () => HubStats
  /** In ms. */
  readonly clockLead: () => number
  readonly databaseWaiting: () => number
  readonly databaseRestarts: () => number | null
}

/** Every figure of this server's own that /metrics shows; docs/operating/alarms.md says which of them wake somebody. */
export function measuresOf(sources: MeasureSources): readonly Measure[] {
  return [
    ...ofEngine(sources),
    ...ofReadModels(sources),
    ...ofMarkets(sources),
    ...ofPeople(sources),
    ...ofHouse(sources),
    ...ofMachine(sources),
  ]
}

type Now = Omit<Measure, 'kind'>

const now = (name: string, help: string, read: Now['read'], labels: readonly string[] = []): Measure => ({
  name,
  help,
  kind: 'now',
  read,
  labels,
})
const total = (name: string, help: string, read: Now['read']): Measure => ({ name, help, kind: 'total', read })

function ofEngine({ engine }: MeasureSources): readonly Measure[] {
  return [
    now('engine_queue', 'Commands that wait for a batch.', () => engine()?.waiting ?? null),
    now('engine_seq', 'Number of the last journal row.', () => engine()?.seq ?? null),
    now('engine_snapshot_rows', 'Journal rows since the newest snapshot, which a start reads again.', () => {
      const figures = engine()
      return figures === null ? null : figures.seq - figures.snapshotSeq
    }),
    total('engine_batches', 'Batches that were decided.', () => engine()?.batches ?? null),
    total('engine_commands', 'Commands that were decided.', () => engine()?.commands ?? null),
    total('engine_rejections', 'Commands that were refused.', () => engine()?.rejections ?? null),
    total('engine_restores', 'How often the engine read its journal again after a lost commit.', () => {
      return engine()?.restores ?? null
    }),
    total(
      'engine_commit_seconds',
      'Seconds from the sending of rows to their commit; two may be under way at once.',
      () => {
        return (engine()?.commitMsTotal ?? 0) / 1000
      },
    ),
  ]
}

function ofReadModels({ lag, setAside, gathered, now: time }: MeasureSources): readonly Measure[] {
  const checks = (): Gathered['checks'] => gathered()?.checks ?? []
  return [
    now('projector_lag_seconds', 'How far the read models are behind the journal, in its time.', () => lag() / 1000),
    now(
      'projector_set_aside',
      'Committed facts that a read model could not take and that wait to be tried again; more than 0 is an alarm.',
      setAside,
    ),
    now('checks_failed', 'Checks of the server of itself that do not hold; more than 0 is an alarm.', () => {
      return gathered() === null ? null : checks().filter(({ holds }) => !holds).length
    }),
    now(
      'check_age_seconds',
      'Since when each check of the server of itself was made last.',
      () => checks().map(({ name, checked }) => ({ labels: { check: name }, value: (time() - checked) / 1000 })),
      ['check'],
    ),
  ]
}

function ofMarkets({ ticks, statuses, ages }: MeasureSources): readonly Measure[] {
  const each = (read: (status: ReturnType<typeof statuses>[number]) => number | null): readonly Sample[] =>
    statuses().map((status) => ({ labels: { symbol: status.code }, value: read(status) }))
  return [
    total('market_ticks', 'Ticks of all symbols.', ticks),
    now(
      'market_price_age_seconds',
      'How old the index of each market is.',
      () => ages().map(({ symbol, age }) => ({ labels: { symbol }, value: age === null ? null : age / 1000 })),
      ['symbol'],
    ),
    now(
      'market_sources',
      'How many sources each market’s index is reckoned from; none is told of simulated prices.',
      () => each(({ kind, sources }) => (kind === 'live' ? sources : null)),
      ['symbol'],
    ),
    now('market_open', 'Whether each market trades.', () => each(({ status }) => (status === 'open' ? 1 : 0)), [
      'symbol',
    ]),
    now(
      'market_halted',
      'Whether operators have halted a market.',
      () => each(({ status }) => (status === 'halted' ? 1 : 0)),
      ['symbol'],
    ),
  ]
}

function ofPeople({ gathered, sockets }: MeasureSources): readonly Measure[] {
  const requests = (read: (row: Gathered['requests'][number]) => number): readonly Sample[] =>
    (gathered()?.requests ?? []).map((row) => ({ labels: { kind: row.kind }, value: read(row) }))
  const unsent = (read: (row: Gathered['unsent'][number]) => number): readonly Sample[] =>
    (gathered()?.unsent ?? []).map((row) => ({ labels: { channel: row.channel }, value: read(row) }))
  return [
    now('requests_waiting', 'Requests of people that wait for an operator.', () => requests(({ open }) => open), [
      'kind',
    ]),
    now('requests_late', 'Those of them that have passed their deadline.', () => requests((row) => row.escalated), [
      'kind',
    ]),
    now('messages_waiting', 'Messages that wait to be sent.', () => unsent(({ waiting }) => waiting), ['channel']),
    now('messages_oldest_seconds', 'Since when the oldest of them waits.', () => unsent((row) => row.oldestSeconds), [
      'channel',
    ]),
    now('messages_failed', 'Messages of the last week that were given up.', () => unsent(({ failed }) => failed), [
      'channel',
    ]),
    now('sockets', 'Open sockets.', () => sockets().sockets),
    now('sockets_slow', 'Sockets whose reader is slow.', () => sockets().slow),
    now('sockets_buffered_bytes', 'Bytes that wait in sockets.', () => sockets().bufferedBytes),
  ]
}

function ofHouse({ gathered }: MeasureSources): readonly Measure[] {
  return [
    now(
      'house_position_share',
      'How much of what the house may hold of a market it holds, in real money; from 1 on it takes no more.',
      () =>
        (gathered()?.stakes ?? []).map(({ symbol, product, share }) => ({ labels: { symbol, product }, value: share })),
      ['symbol', 'product'],
    ),
    now(
      'insurance_usdt',
      'What stands in for losses beyond a margin, in real money.',
      () => gathered()?.insurance ?? null,
    ),
  ]
}

function ofMachine({ clockLead, databaseRestarts, databaseWaiting, gathered }: MeasureSources): readonly Measure[] {
  return [
    now('clock_lead_seconds', 'Seconds by which the exchange’s time runs ahead of the machine’s clock.', () => {
      return clockLead() / 1000
    }),
    now('database_waiting', 'Requests that wait for a connection to the database.', databaseWaiting),
    total(
      'database_restarts',
      'How often the embedded Postgres ended by another hand and was started again; each is worth a look.',
      databaseRestarts,
    ),
    now(
      'archive_failing_seconds',
      'For how long the archive of the database has taken nothing; 0 while it does, left out where nothing is archived.',
      () => gathered()?.archiveFailing ?? null,
    ),
    now('disk_free_bytes', 'Room on the disk of the data folder.', () => gathered()?.disk.free ?? null),
    now('disk_size_bytes', 'Size of the disk of the data folder.', () => gathered()?.disk.size ?? null),
  ]
}
