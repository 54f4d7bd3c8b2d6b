import { startUsedKeySweep, startWorthSweep } from './account/door.ts'
import { startForgettingClientErrors } from './content/door.ts'
import { openPriceHistory } from './market/door.ts'
import { startNotingExposures } from './operator/door.ts'
import { startTellingNews } from './publication/door.ts'
import { ClockDuty, type ClockWork } from './platform/lead/clockDuty.ts'
import { placeOfThis } from './platform/lead/leadSession.ts'
import { Lifecycle } from './platform/lifecycle.ts'
import type { Served } from './served.ts'
import type { ProcessParts } from './threads.ts'
import {
  type Witness,
  type WitnessName,
  calendarWitness,
  fileWitness,
  httpWitness,
  owedReader,
  startEvidenceLog,
  startInvariants,
  startOwnEvidenceChecks,
  startPriceHistoryChecks,
  startProofs,
  startWitnesses,
  startWritten,
} from './transparency/door.ts'
import { startVerificationSweep } from './verification/door.ts'
import { startWalletSweep } from './wallet/door.ts'
import { startWholeChecks } from './wholeCheckSweep.ts'

const worthStopTimeout = 1_000
const publishStopTimeout = 1_000
const sweepStopTimeout = 1_000
const dutyStopTimeout = 4_000

/** What the work that goes by the clock stands on, in whichever process it is done. */
export type ClockParts = Pick<
  Served,
  'appData' | 'catalogue' | 'clock' | 'database' | 'exchange' | 'ids' | 'keys' | 'market' | 'post' | 'symbols' | 'vault'
>

/**
 * Does what goes by the clock: here, where this process is alone; else in a worker while one is there, and in the core while none
 * is. Gives whether it is done here now.
 */
export function doClockWork(process: ProcessParts, parts: ClockParts): () => boolean {
  const { config, lifecycle, logger } = process
  if (config.role === 'all') {
    startClockWork(process, parts)
    return () => true
  }
  const duty = new ClockDuty({
    database: parts.database,
    place: placeOfThis(),
    isWorker: config.role === 'worker',
    start: () => begunWork(process, parts),
    warn: (message) => logger.warn(message),
  })
  lifecycle.add('clock', dutyStopTimeout, () => duty.release())
  return () => duty.isMine
}

/** Begins the work with steps of its own, so that it can end before the process does. */
function begunWork(process: ProcessParts, parts: ClockParts): ClockWork {
  const lifecycle = new Lifecycle({
    onError: (step, message) => process.logger.warn({ step, message }, 'a part did not stop in time'),
  })
  startClockWork({ ...process, lifecycle }, parts)
  process.logger.info('what goes by the clock is done here from now on')
  return { stop: () => lifecycle.stop() }
}

function startClockWork(process: ProcessParts, parts: ClockParts): void {
  recordWorth(process, parts)
  sweepKeys(process, parts)
  sweepFiles(process, parts)
  publishOnTime(process, parts)
}

/** Clears away what a crash has left behind of what people sent. */
function sweepFiles({ lifecycle, logger }: ProcessParts, { database, vault }: ClockParts): void {
  const onError = (error: unknown): void => logger.warn({ err: error }, 'files could not be swept')
  lifecycle.add('wallet sweep', sweepStopTimeout, startWalletSweep({ database, vault }, onError))
  lifecycle.add('verification sweep', sweepStopTimeout, startVerificationSweep(database, onError))
}

/** Records what accounts are worth, hour by hour, and what the house has at stake, day by day. */
function recordWorth(
  { lifecycle, logger }: ProcessParts,
  { clock, database, catalogue, exchange, market }: ClockParts,
): void {
  const indexOf = (symbol: string): string | null => market.view.figures(symbol).index
  const ports = { database, catalogue, exchange, indexOf, now: () => clock.now() }
  const stop = startWorthSweep(ports, (error) =>
    logger.warn({ err: error }, 'the worth of accounts could not be recorded'),
  )
  lifecycle.add('worth', worthStopTimeout, stop)
  const stopNoting = startNotingExposures(ports, (error) =>
    logger.warn({ err: error }, 'what the house has at stake could not be recorded'),
  )
  lifecycle.add('exposure', worthStopTimeout, stopNoting)
}

/** Takes out the used keys that nobody may send again. */
function sweepKeys({ lifecycle, logger }: ProcessParts, { clock, database }: ClockParts): void {
  const onError = (error: unknown): void => logger.warn({ err: error }, 'used keys could not be swept')
  lifecycle.add(
    'used keys',
    worthStopTimeout,
    startUsedKeySweep(database, () => clock.now(), onError),
  )
}

/** What is made public by the clock alone: announcements that fall due, the daily proof of what is owed, and evidence. */
function publishOnTime({ config, lifecycle, logger, programs }: ProcessParts, parts: ClockParts): void {
  const { appData, catalogue, clock, database, ids, keys, market, post } = parts
  const now = (): number => clock.now()
  const failed =
    (what: string) =>
    (error: unknown): void =>
      logger.warn({ err: error }, what)
  const stopTelling = startTellingNews({ database, now }, failed('announcements could not be told'))
  lifecycle.add('announcements', publishStopTimeout, stopTelling)
  const ports = { catalogue, database, ids, secret: keys.tokens.names, signing: keys.signing, now }
  const prover = { ...ports, owed: owedReader(new URL('owedWorker.js', programs), database.url) }
  lifecycle.add('proofs', publishStopTimeout, startProofs(prover, failed('what is owed could not be proved')))
  const alarm = (sentences: string): void => logger.error(sentences)
  const wholeChecks = {
    database,
    keysFolder: config.keysFolder,
    now,
    alarm,
    program: new URL('wholeCheckWorker.js', programs),
  }
  const stopChecks = startWholeChecks({ ...wholeChecks, onError: failed('the journal could not be checked') })
  lifecycle.add('own checks', publishStopTimeout, stopChecks)
  const clockLead = (): number => clock.lead
  const invariants = { catalogue, clockLead, database, exchange: parts.exchange, now }
  const stopInvariants = startInvariants(invariants, failed('the invariants could not be looked at'))
  lifecycle.add('invariants', publishStopTimeout, stopInvariants)
  const stopWritten = startWritten({ database, now }, failed('what was written could not be chained'))
  lifecycle.add('written', publishStopTimeout, stopWritten)
  const stopForgetting = startForgettingClientErrors({ database, now }, failed('old crashes could not be forgotten'))
  lifecycle.add('crashes', publishStopTimeout, stopForgetting)
  const mails = post.staysInOutbox('email') ? null : { post, ...wordsOf(appData) }
  const witnesses = { database, signing: keys.signing, witnesses: witnessesOf(config), mails, now }
  lifecycle.add('witnesses', publishStopTimeout, startWitnesses(witnesses, failed('witnesses could not be told')))
  const evidence = { ...ports, kind: () => market.view.kind }
  lifecycle.add('evidence', publishStopTimeout, startEvidenceLog(evidence, failed('evidence could not be logged')))
  const stopFills = startOwnEvidenceChecks(evidence, failed('what met the house could not be checked'))
  lifecycle.add('fills', publishStopTimeout, stopFills)
  const history = openPriceHistory(clock, { symbols: parts.symbols })
  const stopPrices = startPriceHistoryChecks(
    { catalogue, database, history, random: Math.random, now },
    failed('prices could not be compared with the sources’ history'),
  )
  lifecycle.add('price history', publishStopTimeout, () => {
    history.stop()
    return stopPrices()
  })
}

function wordsOf(appData: ClockParts['appData']) {
  return { appName: () => appData.name, momentText: appData.momentText.bind(appData) }
}

function witnessesOf({ witnessCalendars, witnessFile, witnessUrl }: ProcessParts['config']): Map<WitnessName, Witness> {
  const witnesses = new Map<WitnessName, Witness>()
  if (witnessFile !== null) witnesses.set('file', fileWitness(witnessFile))
  if (witnessUrl !== null) witnesses.set('http', httpWitness(witnessUrl))
  if (witnessCalendars.length > 0) witnesses.set('calendar', calendarWitness(witnessCalendars))
  return witnesses
}
