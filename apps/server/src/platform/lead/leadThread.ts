import { parentPort } from 'node:worker_threads'
import { openDatabase } from '../postgres/database.ts'
import { processTag } from '../processIdentity.ts'
import { Lead, type LeadNotice, type LeadOptions } from './lead.ts'
import { placeOfThis } from './leadSession.ts'

/** What the thread that has the lead starts with. */
export interface LeadThreadData {
  readonly databaseUrl: string
  /** As in `LeadOptions`. */
  readonly standby: LeadOptions['standby']
}

/** What the main thread says to it. */
export type LeadOrder = 'alive' | 'follow' | 'release'

/** The body of the thread that has the lead: by itself it says so also while the others are busy. */
export async function runLeadThread(data: unknown): Promise<void> {
  if (parentPort === null) throw new Error('the lead is kept in a worker thread')
  if (!isLeadData(data)) throw new Error('the thread was started without its data')
  const port = parentPort
  const tell = (notice: LeadNotice): void => port.postMessage(notice)
  const database = openDatabase({ url: data.databaseUrl, name: 'lead', connectionsMax: 1, onError: () => undefined })
  const lead = new Lead({ database, place: placeOfThis(), tag: processTag(), standby: data.standby, tell })
  port.on('message', (order: LeadOrder) => lead[order]())
  await lead.run()
  await database.close()
  port.close()
}

function isLeadData(data: unknown): data is LeadThreadData {
  return typeof data === 'object' && data !== null && 'databaseUrl' in data && 'standby' in data
}
