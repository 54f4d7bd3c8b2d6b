import { createHash } from 'node:crypto'
import {
  type Beside,
  type Cryptography,
  type FileCheckName,
  fileChecks,
  readDocument,
  readLogHead,
  resultChecks,
} from '@truemark/protocol/evidence/verify'
import { jsonOf } from '@truemark/protocol/jsonOf'
import { parsedAs } from '@truemark/protocol/parsedAs'
import { type AnyEvidence, type EvidenceFile, evidenceFile } from '@truemark/protocol/routes/evidence'
import { ownChecksOf, ownFileChecks, readOwnDocument } from '@truemark/protocol/evidence/ownFile'
import { type OwnEvidence, ownEvidenceFile } from '@truemark/protocol/routes/ownEvidence'
import { keyOfEntry } from '@truemark/protocol/evidence/keyChain'
import * as z from 'zod/mini'
import { isSignedByKey } from '../platform/keys/signatures.ts'
import { isAssetSigned } from './assetSignature.ts'
import { type OwnKeys, keySentence, signerChain } from './signerChain.ts'

const cryptography: Cryptography = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  isSignedBy: async (key, signature, text) => isSignedByKey(key, signature, text),
}

const fileSentences: Readonly<Record<FileCheckName, string>> = {
  keys: 'Signed statements lead from each key to the next.',
  document: 'The document is evidence.',
  digest: 'The document has the digest that is told of it.',
  signature: 'The document is signed under the key.',
  inclusion: 'The log of the head holds the document at its place.',
  head: 'The head is signed under the key.',
  earlier: 'The earlier head is signed under the key.',
  growth: 'The log has only grown since the earlier head.',
}

const termSentences = {
  changed: 'Each figure is another than before.',
  time: 'It is of the moment of the journal’s row that bears it.',
  named: 'The entry of the audit log that is named says the role of who asked for it.',
}

const resultSentences: Readonly<Record<AnyEvidence['kind'], Readonly<Record<string, string>>>> = {
  option: {
    entry: 'The entry is the first fresh second from 2 to 5 seconds after the acceptance.',
    expiry: 'The expiration is the second of the entry plus the duration.',
    exit: 'The exit is what the rule takes from the recorded seconds or trades before the expiration.',
    outcome: 'The outcome follows from the two prices.',
    fresh: 'Each second counts as fresh just where every source in it was heard within a second of it.',
    void: 'It is void for the reason that the rule gives.',
    sources: 'Each second that decided is the index that its sources gave, by the published rule.',
  },
  trigger: {
    passed: 'The mark had passed the price that was set.',
    before: 'The mark before it had not.',
    order: 'The mark came before the decision, and the decision before the end.',
  },
  liquidation: {
    digest: 'What its owner was told is what the evidence names.',
    positions: 'Each profit and maintenance follows from its mark and its brackets.',
    equity: 'Equity was below maintenance: what it was reckoned from is its owner’s alone.',
  },
  funding: { rate: 'The rate is what the formula gives with the terms that are told.' },
  investment: {
    samples: 'Each second may count, and none is missing.',
    mean: 'The settlement price is their mean.',
    outcome: 'What was paid follows from the two prices.',
  },
  terms: termSentences,
  notice: termSentences,
  payout: {
    order: 'Its owner said so after it was said to be paid.',
    settles: 'Only what was said not to have arrived has arrived later.',
    paid: 'It was said to be paid in the journal’s row that is named.',
  },
}

const ownSentences: Readonly<Record<OwnEvidence['kind'], Readonly<Record<string, string>>>> = {
  fills: {
    index: 'Each index is what its sources gave, by the published rule.',
    age: 'No index was older than a second when the house traded on it.',
    level: 'Each price is one at which the house stood around the index, by its terms.',
    amount: 'Each amount is price times quantity.',
    fee: 'Each fee is the rate that is told, of what was received.',
  },
  conversion: {
    index: 'Each index is what its sources gave, by the published rule.',
    age: 'No index was older than a second when it was quoted.',
    amount: 'The amount is what the two indexes and the spread give, rounded down.',
    fee: 'The fee is the rate that is told, rounded up.',
    time: 'It was made while its quote stood.',
  },
  funding: {
    samples: 'Each premium was sampled within the interval, and none counts twice.',
    mean: 'The premium is the mean of all samples.',
    rate: 'The rate is what the formula gives with the terms of the stamp.',
    mark: 'The mark is the last recorded index, and that what its sources gave, by the published rule.',
    payment: 'Each payment is what lots, mark and rate give, and nobody paid more.',
  },
}

const assetSentence = 'The key of the address signed the line that names amount, place and proof.'
const methodSentence = 'It was reckoned by another version of the method than this program knows.'

function besideOf({ reckoning, sources }: EvidenceFile): Beside {
  return { reckoning: reckoning ?? null, sources: sources ?? null }
}

/**
 * Checks a downloaded evidence file without any server: says one line for each check, and stops at the first that fails.
 * @param own what its reader has of the keys beside it
 * @returns the exit code: 0 where all holds, 1 where something does not
 */
export async function checkEvidence(text: string, own: OwnKeys, say: (sentence: string) => void): Promise<number> {
  const file = parsedAs(evidenceFile, text)
  if (file === null && z.safeParse(ownEvidenceFile, jsonOf(text)).success) return checkOwnEvidence(text, own, say)
  if (file === null) {
    say('Fails: This is no evidence file.')
    return 1
  }
  const chain = await signerChain('evidence', file, own)
  if (typeof chain === 'string') {
    say(`Fails: ${chain}`)
    return 1
  }
  const found = readDocument(file)
  const results = found === null ? [] : resultChecks(found, besideOf(file), cryptography.sha256)
  const signed = found?.kind === 'notice' ? isAssetSigned(found) : null
  const sentenceOf = (name: string): string =>
    found === null ? name : (resultSentences[found.kind][name] ?? methodSentence)
  const checks = [
    ...results.map(({ name, holds }) => ({ sentence: sentenceOf(name), holds })),
    ...(signed === null ? [] : [{ sentence: assetSentence, holds: signed }]),
    ...(await fileChecks(file, cryptography, chain)).map(({ name, holds }) => ({
      sentence: fileSentences[name],
      holds,
    })),
  ]
  if (!sayAll(checks, say)) return 1
  const size = readLogHead(file.head.head)?.size ?? 0
  say(
    `The evidence verifies: entry ${file.index + 1} of ${size}, under the key ${keySentence(chain, keyOfEntry(chain.spans, file.index).key)}.`,
  )
  return 0
}

/** Says each check, up to the first that fails; gives whether none did. */
function sayAll(
  checks: readonly { readonly sentence: string; readonly holds: boolean | null }[],
  say: (sentence: string) => void,
): boolean {
  for (const { sentence, holds } of checks) {
    say(`${holds === null ? 'Untold' : holds ? 'Holds' : 'Fails'}: ${sentence}`)
    if (holds === false) return false
  }
  return true
}

async function checkOwnEvidence(text: string, own: OwnKeys, say: (sentence: string) => void): Promise<number> {
  const file = z.parse(ownEvidenceFile, jsonOf(text))
  const chain = await signerChain('evidence', file, own)
  if (typeof chain === 'string') {
    say(`Fails: ${chain}`)
    return 1
  }
  const found = readOwnDocument(file.document)
  const results = found === null ? [] : ownChecksOf(found)
  const checks = [
    ...results.map(({ name, holds }) => {
      return { sentence: found === null ? name : (ownSentences[found.kind][name] ?? name), holds }
    }),
    ...(await ownFileChecks(file, cryptography, chain)).map(({ name, holds }) => {
      return { sentence: fileSentences[name], holds }
    }),
  ]
  if (!sayAll(checks, say)) return 1
  const rows = found === null ? '' : rowsText(found)
  say(`The evidence verifies: of ${rows}, under the key ${keySentence(chain, file.key)}.`)
  return 0
}

function rowsText(found: OwnEvidence): string {
  const places = found.kind === 'fills' ? found.fills.map(({ journal }) => journal) : [found.journal]
  const seqs = [...new Set(places.flatMap((place) => (place === null ? [] : [place.seq])))]
  const named = seqs.slice(0, 5).join(', ')
  return `the journal's ${seqs.length === 1 ? 'row' : 'rows'} ${named}${seqs.length > 5 ? ' and more' : ''}`
}
