import { readHeads } from '@truemark/protocol/evidence/headMail'
import { keyOfWitnessed, readWitnessed } from '@truemark/protocol/evidence/witnessed'
import { isSignedByKey } from '../platform/keys/signatures.ts'
import { type OwnKeys, keySentence, signerChain } from './signerChain.ts'

/**
 * Checks the heads of a saved mail, and says of each what it states. Gives 0 where all are signed, else 1.
 * @param own the reader's key and list of keys; without them each head is judged by the key that its mail names
 */
export async function checkHeads(text: string, own: OwnKeys, say: (sentence: string) => void): Promise<0 | 1> {
  const heads = readHeads(text)
  if (heads.length === 0) {
    say('There is no signed head in this file.')
    return 1
  }
  for (const head of heads) {
    const fault = await headFault(head, own, say)
    if (fault === null) continue
    say(fault)
    return 1
  }
  if (own.key === null) say('Compare the key with the one that is published: this file names it itself.')
  say(
    'Compare the row with the page Transparency, or with an export: npm run verify-export -- <folder> --witness <this file>',
  )
  return 0
}

async function headFault(
  { statement, signature, key }: ReturnType<typeof readHeads>[number],
  own: OwnKeys,
  say: (sentence: string) => void,
): Promise<string | null> {
  const said = readWitnessed(statement)
  if (said === null) return 'A statement cannot be read.'
  const newest = key ?? own.key
  if (newest === null) return 'The file names no key: give the published one as well.'
  const chain = await signerChain('evidence', { key: newest }, own)
  if (typeof chain === 'string') return chain
  const signer = keyOfWitnessed(chain.spans, said.time).key
  const moment = new Date(said.time).toISOString()
  if (!isSignedByKey(signer, signature, statement))
    return `Fails: the head of ${moment} is not signed under the key ${signer}.`
  const { journal, evidence, liabilities } = said
  say(`Holds: on ${moment} this was signed under the key ${keySentence(chain, signer)}:`)
  say(`  the journal ended with row ${journal.seq}, digest ${journal.digest}`)
  say(`  the log of evidence had ${evidence.size} entries, root ${evidence.root}`)
  say(`  the newest proof of what is owed was ${liabilities.epoch}, digest ${liabilities.digest}`)
  return null
}
