import type { EngineClient, RemoteEngine } from './engine/door.ts'
import type { Gathered } from './gathered.ts'
import type { MarketView } from './market/door.ts'
import type { Bus } from './platform/bus/bus.ts'
import type { Measure, Sample } from './platform/metrics/metrics.ts'
import type { HubStats } from './platform/socket/hub.ts'
import type { ChainCounts, ChainPort, PayoutCounts } from './wallet/door.ts'

/** Where the figures come from; those that are null are not known yet, or no figures of this server. */
export interface MeasureSources extends BusSources {
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
  /** In ms; null where no bucket holds what people send. */
  readonly filesAway: () => number | null
  readonly databaseRestarts: () => number | null
  /** Whether this server's settings say that another stands by. */
  readonly hasStandby: boolean
  /** What is known of the programs that tell of payments. */
  readonly adapters: () => ReturnType<ChainPort['adapters']>
}

/** What a standby knows of itself. */
export interface StandbySources {
  readonly isStandingBy: boolean
  readonly followed: () => { readonly seq: number; readonly time: number } | null
  readonly now: () => number
}

/** What /metrics shows of a server that stands by; one that leads shows them as well. */
export function standbyMeasures({ isStandingBy, followed, now: time }: StandbySources): readonly Measure[] {
  return [
    now('standing_by', 'Whether this server stands by while another leads.', () => (isStandingBy ? 1 : 0)),
    now('standby_seq', 'Number of the last journal row that this standby has followed.', () => followed()?.seq ?? null),
    now(
      'standby_lag_seconds',
      'Age of the last journal row that this standby has followed; one comes each second.',
      () => {
        const row = followed()
        return row === null ? null : Math.max(0, (time() - row.time) / 1000)
      },
    ),
  ]
}

/** What a server knows of the others that it speaks with over a bus; those that are null are not there. */
export interface BusSources {
  readonly bus: () => Pick<Bus, 'dropped' | 'isConnected'> | null
  /** How many others serve people. */
  readonly peers: () => number | null
  /** Whether this server does what goes by the clock. */
  readonly isClockWorkMine: () => boolean | null
  /** Of a gateway or worker, how it speaks with the core. */
  readonly remote: () => Pick<RemoteEngine, 'beat' | 'followed' | 'pending' | 'silent'> | null
}

/** What a server without an engine knows of itself. */
export interface RemoteSources extends BusSources {
  readonly sockets: () => HubStats | null
  readonly ages: () => ReturnType<MarketView['ages']>
  readonly databaseWaiting: () => number | null
  readonly filesAway: () => number | null
}

/** What /metrics shows of a gateway or worker. */
export function remoteMeasures(sources: RemoteSources): readonly Measure[] {
  const { ages, databaseWaiting, filesAway, sockets } = sources
  return [
    priceAge(ages),
    ...ofSockets(sockets),
    waitingCalls(databaseWaiting),
    filesAwayFor(filesAway),
    ...ofBus(sources),
  ]
}

/** Every figure of this server's own that /metrics shows; docs/operating/alarms.md says which of them wake somebody. */
export function measuresOf(sources: MeasureSources): readonly Measure[] {
  return [
    ...ofEngine(sources),
    ...ofReadModels(sources),
    ...ofMarkets(sources),
    ...ofPeople(sources),
    ...ofChains(sources),
    ...ofPayouts(sources),
    ...ofHouse(sources),
    ...ofMachine(sources),
    ...ofStandbys(sources),
    ...ofBus(sources),
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

const priceAge = (ages: MeasureSources['ages']): Measure =>
  now(
    'market_price_age_seconds',
    'How old the index of each market is.',
    () => ages().map(({ symbol, age }) => ({ labels: { symbol }, value: seconds(age) })),
    ['symbol'],
  )
const waitingCalls = (read: RemoteSources['databaseWaiting']): Measure =>
  now('database_waiting', 'Requests that wait for a connection to the database.', read)
const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000)
const filesAwayFor = (away: MeasureSources['filesAway']): Measure =>
  now(
    'files_away_seconds',
    'For how long the bucket of what people send has not taken or given files; left out where there is none.',
    () => seconds(away()),
  )
const ofSockets = (sockets: RemoteSources['sockets']): readonly Measure[] => [
  now('sockets', 'Open sockets.', () => sockets()?.sockets ?? null),
  now('sockets_slow', 'Sockets whose reader is slow.', () => sockets()?.slow ?? null),
  now('sockets_buffered_bytes', 'Bytes that wait in sockets.', () => sockets()?.bufferedBytes ?? null),
]

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
    priceAge(ages),
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
    ...ofSockets(sockets),
  ]
}

function ofChains({ adapters, gathered, now: time }: MeasureSources): readonly Measure[] {
  const payments = (read: (row: ChainCounts) => number): readonly Sample[] => {
    const rows = gathered()?.payments ?? []
    return adapters().map(({ network }) => {
      const row = rows.find((one) => one.network === network)
      return { labels: { network }, value: gathered() === null ? null : row === undefined ? 0 : read(row) }
    })
  }
  return [
    now(
      'chain_payments_waiting',
      'Payments that a network shows and that are not credited yet.',
      () => payments((row) => row.waiting),
      ['network'],
    ),
    now('chain_payments_held', 'Payments that a machine left to people.', () => payments((row) => row.held), [
      'network',
    ]),
    now(
      'chain_payments_lost',
      'Payments that were credited and are not in the network’s chain any more; more than 0 is an alarm.',
      () => payments((row) => row.lost),
      ['network'],
    ),
    now(
      'chain_adapter_silent_seconds',
      'For how long the program of a network has not said that it lives; left out where it never did since the start.',
      () =>
        adapters().map(({ network, heard }) => ({
          labels: { network },
          value: heard === null ? null : (time() - heard) / 1000,
        })),
      ['network'],
    ),
    now(
      'chain_height',
      'The last block of a network, as its program says.',
      () => adapters().map(({ network, height }) => ({ labels: { network }, value: height })),
      ['network'],
    ),
  ]
}

function ofPayouts({ adapters, gathered, now: time }: MeasureSources): readonly Measure[] {
  const payouts = (read: (row: PayoutCounts) => number): readonly Sample[] => {
    const rows = gathered()?.payouts ?? []
    // those too that are told of no more: what runs there is to be seen
    const networks = new Set([...adapters(), ...rows].map(({ network }) => network))
    return [...networks].map((network) => {
      const row = rows.find((one) => one.network === network)
      return { labels: { network }, value: gathered() === null ? null : row === undefined ? 0 : read(row) }
    })
  }
  return [
    now(
      'chain_payouts_running',
      'Payouts that a network’s program was handed and that have not ended.',
      () => payouts((row) => row.running),
      ['network'],
    ),
    now(
      'chain_payouts_lost',
      'Payouts of which nobody knows, or that were paid and are not in the network’s chain any more; more than 0 is an alarm.',
      () => payouts((row) => row.lost),
      ['network'],
    ),
    now(
      'chain_payout_oldest_seconds',
      'For how long the oldest payout that is neither paid nor lost has waited; 0 for none.',
      () => payouts(({ oldest }) => (oldest === null ? 0 : (time() - oldest) / 1000)),
      ['network'],
    ),
    now(
      'chain_wallet_short',
      'Whether the wallet of a network’s program lacks what it was handed.',
      () => adapters().map(({ network, short }) => ({ labels: { network }, value: short.length > 0 ? 1 : 0 })),
      ['network'],
    ),
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

function ofMachine({
  clockLead,
  databaseRestarts,
  databaseWaiting,
  filesAway,
  gathered,
}: MeasureSources): readonly Measure[] {
  return [
    now('clock_lead_seconds', 'Seconds by which the exchange’s time runs ahead of the machine’s clock.', () => {
      return clockLead() / 1000
    }),
    waitingCalls(databaseWaiting),
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
    filesAwayFor(filesAway),
    now('disk_free_bytes', 'Room on the disk of the data folder.', () => gathered()?.disk.free ?? null),
    now('disk_size_bytes', 'Size of the disk of the data folder.', () => gathered()?.disk.size ?? null),
  ]
}

function ofStandbys({ gathered, hasStandby, now: time }: MeasureSources): readonly Measure[] {
  return [
    ...standbyMeasures({ isStandingBy: false, followed: () => null, now: time }),
    now('standbys', 'Servers that stand by to take over from this one, where STANDBY=yes lets one.', () =>
      hasStandby ? (gathered()?.standbys ?? null) : null,
    ),
    now(
      'database_replicas_unwaited',
      'Replicas of the database whose copy no commit waits for: taking one of them on loses what was acknowledged last.',
      () => gathered()?.replicasUnwaited ?? null,
    ),
  ]
}

function ofBus({ bus, isClockWorkMine, peers, remote }: BusSources): readonly Measure[] {
  const told = (): RemoteEngine['beat'] => remote()?.beat ?? null
  return [
    now('bus_connected', 'Whether the bus between core and gateways carries; left out where there is none.', () => {
      const wire = bus()
      return wire === null ? null : wire.isConnected ? 1 : 0
    }),
    {
      name: 'bus_dropped',
      kind: 'total',
      help: 'Messages of the bus that were not taken, by why.',
      labels: ['cause'],
      read: () => [...(bus()?.dropped ?? [])].map(([cause, value]) => ({ labels: { cause }, value })),
    },
    now(
      'clock_work',
      'Whether this server does what goes by the clock: proofs, checks, sweeps; one of an installation does.',
      () => {
        const isMine = isClockWorkMine()
        return isMine === null ? null : isMine ? 1 : 0
      },
    ),
    now('peers', 'Other servers of the installation that serve people, as far as the bus tells.', peers),
    now('core_silent_seconds', 'For how long a gateway has not heard the core, which speaks four times a second.', () =>
      told() === null ? null : (remote()?.silent ?? 0) / 1000,
    ),
    now('core_asked', 'What a gateway has asked the core and was not answered yet.', () => remote()?.pending ?? null),
    now('core_behind_rows', 'Rows of the journal of which a gateway has not told its sockets yet.', () => {
      const beat = told()
      return beat === null ? null : Math.max(0, beat.seq - (remote()?.followed ?? 0))
    }),
  ]
}
