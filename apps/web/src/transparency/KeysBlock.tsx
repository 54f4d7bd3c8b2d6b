import { useQuery } from '@tanstack/react-query'
import {
  type PublicKeys,
  type SignedRotation,
  type Signer,
  followKeys,
  readRotation,
  signers,
} from '@truemark/protocol/evidence/keyChain'
import {
  type SignedReplacement,
  type SigningSpans,
  readReplacement,
  replacedPurposes,
  replacementsHold,
} from '@truemark/protocol/evidence/keyReplacement'
import { signingKeys } from '@truemark/protocol/routes/signingKeys'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { Button } from '@truemark/ui/primitives/Button'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useDateTime } from '../i18n/door.ts'
import { Block, Digest, FactList, Findings } from './Block.tsx'
import { isSignedBy } from './proof.ts'
import { saveFile } from './saveFile.ts'
import { useWritten } from './useWritten.ts'

/** The keys that sign here, and every rotation of them, whose statements this browser checks. */
export function KeysBlock() {
  const t = useTranslations('transparency.keys')
  const { data } = useQuery({ queryKey: ['transparency', 'keys'], queryFn: () => call(signingKeys, {}) })
  if (data === undefined) return null
  return (
    <Block title={t('title')} text={t('text')}>
      <Rotations list={data} />
      <Button kind="secondary" compact className="self-start" onClick={() => saveFile('keys.json', data)}>
        {t('save')}
      </Button>
    </Block>
  )
}

async function chainsOf(newest: PublicKeys, rotations: readonly SignedRotation[]) {
  const chainOf = (signer: Signer) => followKeys(signer, newest[signer], rotations, { isSignedBy })
  const [evidence, liabilities, receipts] = [
    await chainOf('evidence'),
    await chainOf('liabilities'),
    await chainOf('receipts'),
  ]
  const holds = worst([evidence.holds, liabilities.holds, receipts.holds])
  return { holds, spans: { evidence: evidence.spans, liabilities: liabilities.spans, receipts: receipts.spans } }
}

async function areSigned(replacements: readonly SignedReplacement[], spans: SigningSpans) {
  const each = replacedPurposes.map((purpose) => {
    const of = replacements.filter(({ statement }) => readReplacement(statement)?.purpose === purpose)
    return replacementsHold(purpose, of, spans, { isSignedBy })
  })
  const isRead = replacements.every(({ statement }) => readReplacement(statement) !== null)
  return isRead ? worst(await Promise.all(each)) : false
}

/** False where one is, else null where one cannot be told. */
function worst(each: readonly (boolean | null)[]): boolean | null {
  return each.includes(false) ? false : each.includes(null) ? null : true
}

function Rotations({ list }: { list: AnswerOf<typeof signingKeys> }) {
  const t = useTranslations('transparency.keys')
  const proof = useTranslations('transparency.liabilities')
  const dateTime = useDateTime()
  const { figure } = useWritten()
  const { generations, rotations, replacements } = list
  const newest = generations.at(-1)
  const moment = (time: number) => <span className="figures text-secondary">{dateTime(time)}</span>
  const checked = useQuery({
    queryKey: ['transparency', 'keys', 'checked', newest?.keys, rotations.length, replacements.length],
    queryFn: async () => {
      if (newest === undefined) return { chain: false, replaced: false }
      const { holds, spans } = await chainsOf(newest.keys, rotations)
      return { chain: holds, replaced: await areSigned(replacements, spans) }
    },
    staleTime: Infinity,
  }).data
  if (newest === undefined) return null
  const findingOf = (key: string, holds: boolean | null, text: string) => {
    return { key, holds, text: holds === null ? proof('check.signatureUnknown') : text }
  }
  const chain = checked === undefined || rotations.length === 0 ? [] : [findingOf('chain', checked.chain, t('chain'))]
  const replaced =
    checked === undefined || replacements.length === 0
      ? []
      : [findingOf('replaced', checked.replaced, t('replacementsSigned'))]
  const former = newest.origin === 'database' ? [{ key: 'origin', holds: false, text: t('fromDatabase') }] : []
  const rows = rotations.flatMap(({ statement }) => {
    const said = readRotation(statement)
    if (said === null) return []
    const generation = figure(String(said.generation))
    return [
      { key: `rotation ${said.generation}`, label: t('rotation', { generation }), value: '', note: moment(said.time) },
    ]
  })
  const replacedRows = replacements.flatMap(({ statement }) => {
    const said = readReplacement(statement)
    if (said === null) return []
    const { purpose, generation } = said
    const label = t(`replaced.${purpose}`, { generation: figure(String(generation)) })
    return [{ key: `${purpose} ${generation}`, label, value: '', note: moment(said.time) }]
  })
  const findings = [...chain, ...replaced, ...former]
  return (
    <>
      {findings.length > 0 && <Findings findings={findings} />}
      <FactList
        facts={[
          { label: t('generation'), value: figure(String(newest.generation)) },
          ...signers.map((signer) => ({
            key: signer,
            label: t(`signer.${signer}`),
            value: '',
            note: <Digest hex={newest.keys[signer]} />,
          })),
          ...rows,
          ...replacedRows,
        ]}
      />
    </>
  )
}
