import { Catalogue } from '../engine/door.ts'
import type { Keys } from '../platform/keys/keys.ts'
import { createPublicIds } from '../platform/publicId.ts'
import { logDelayMs, logEvidence } from '../transparency/evidenceLog.ts'
import type { LiveServer } from './liveServer.ts'

/** How long after a decision the sweep has everything that is told of it (ms). */
export const completeMs = logDelayMs + 1_000

/** What evidence is made from, as the sweep has it `later` (ms), under the server's keys or others. */
export async function evidencePorts(
  { database, engine, keys }: LiveServer,
  { signing, tokens }: Keys = keys,
  later = completeMs,
) {
  const secret = tokens.names
  const catalogue = await Catalogue.load(engine.exchange)
  const now = (): number => Date.now() + later
  return { catalogue, database, ids: createPublicIds(secret), secret, signing, kind: () => 'simulated', now }
}

/** Logs all that was decided, as the sweep does; gives how many entries that was. */
export async function logAll(server: LiveServer, keys: Keys = server.keys, later = completeMs): Promise<number> {
  const ports = await evidencePorts(server, keys, later)
  let logged = 0
  for (;;) {
    const batch = await logEvidence(ports)
    if (batch === 0) return logged
    logged += batch
  }
}
