import { useQuery } from '@tanstack/react-query'
import {
  type SignedRotation,
  type Signer,
  followKeys,
  readRotation,
  signers,
} from '@truemark/protocol/evidence/keyChain'
import { signingKeys } from '@truemark/protocol/routes/transparency'
import type { AnswerOf } from '@truemark/protocol/routes/route'
import { Button } from '@truemark/ui/primitives/Button'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useDateTime } from '../reader/door.ts'
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

async function isChained(signer: Signer, newest: string, rotations: readonly SignedRotation[]) {
  return (await followKeys(signer, newest, rotations, { isSignedBy })).holds
}

function Rotations({ list }: { list: AnswerOf<typeof signingKeys> }) {
  const t = useTranslations('transparency.keys')
  const proof = useTranslations('transparency.liabilities')
  const dateTime = useDateTime()
  const { figure } = useWritten()
  const { generations, rotations } = list
  const newest = generations.at(-1)
  const holds = useQuery({
    queryKey: ['transparency', 'keys', 'checked', newest?.keys, rotations.length],
    queryFn: async () => {
      if (newest === undefined) return false
      const each = await Promise.all(signers.map((signer) => isChained(signer, newest.keys[signer], rotations)))
      return each.includes(false) ? false : each.includes(null) ? null : true
    },
    staleTime: Infinity,
  }).data
  if (newest === undefined) return null
  const chain =
    rotations.length === 0
      ? []
      : [{ key: 'chain', holds: holds ?? null, text: holds === null ? proof('check.signatureUnknown') : t('chain') }]
  const former = newest.origin === 'database' ? [{ key: 'origin', holds: false, text: t('fromDatabase') }] : []
  const rows = rotations.flatMap(({ statement }) => {
    const said = readRotation(statement)
    if (said === null) return []
    const generation = figure(String(said.generation))
    return [{ key: `rotation ${said.generation}`, label: t('rotation', { generation }), value: dateTime(said.time) }]
  })
  return (
    <>
      {chain.length + former.length > 0 && <Findings findings={[...chain, ...former]} />}
      <FactList
        facts={[
          { key: 'generation', label: t('generation'), value: figure(String(newest.generation)) },
          ...signers.map((signer) => ({
            key: signer,
            label: t(`signer.${signer}`),
            value: '',
            note: <Digest hex={newest.keys[signer]} />,
          })),
          ...rows,
        ]}
      />
    </>
  )
}
