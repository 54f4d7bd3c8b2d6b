import { createHash, sign } from 'node:crypto'
import type { HolderId } from '@truemark/core/ledger/holders'
import { type OwnEvidence, type OwnEvidenceFile, ownFillsMax } from '@truemark/protocol/routes/ownEvidence'
import { conversionEvidence } from './conversionEvidence.ts'
import { fillsEvidence } from './fillsEvidence.ts'
import { fundedEvidence } from './fundedEvidence.ts'
import type { EvidencePorts } from './ports.ts'

/** Evidence of one's own with where its next page begins; null where it has no other. */
export interface OwnFound {
  readonly found: OwnEvidence
  readonly next: string | null
}

/** What somebody's own number was decided on; null where it is no number of theirs, or nothing of it was so decided. */
export async function ownEvidenceOf(
  ports: EvidencePorts,
  { holder, id, after }: { readonly holder: HolderId; readonly id: string; readonly after: number },
): Promise<OwnFound | null> {
  const { ids } = ports
  const conversion = ids.read('exchange', id)
  if (conversion !== null) {
    const found = await conversionEvidence(ports, { holder, id, number: conversion })
    return found === null ? null : { found, next: null }
  }
  const funding = ids.read('funding', id)
  if (funding !== null) {
    const found = await fundedEvidence(ports, { holder, id, number: funding })
    return found === null ? null : { found, next: null }
  }
  const order = ids.read('order', id)
  const number = order ?? ids.read('derivative', id)
  if (number === null) return null
  const product = order === null ? 'derivative' : 'spot'
  return fillsEvidence(ports, { holder, id, product, number, after, limit: ownFillsMax })
}

/**
 * Signs evidence of one's own. The journal's rows give its text and the key its signature, so that it is the same whenever
 * it is asked for: nothing of it has to be kept.
 */
export function ownFile({ signing }: Pick<EvidencePorts, 'signing'>, found: OwnEvidence): OwnEvidenceFile {
  const { key, publicHex } = signing.key('evidence')
  const document = JSON.stringify(found)
  const bytes = Buffer.from(document)
  return {
    version: 1,
    own: true,
    key: publicHex,
    document,
    digest: createHash('sha256').update(bytes).digest('hex'),
    signature: sign(null, bytes, key).toString('hex'),
    ...(signing.rotations.length === 0 ? {} : { rotations: [...signing.rotations] }),
  }
}
