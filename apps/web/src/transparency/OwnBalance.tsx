import { ApiError } from '@truemark/protocol/calling'
import { type AccountKind, accountAssets, accountKind, records } from '@truemark/protocol/routes/account'
import { liabilityMine, liabilityPath, type LiabilityEpoch } from '@truemark/protocol/routes/liabilities'
import type { SignedRotation } from '@truemark/protocol/evidence/keyChain'
import { signingKeys } from '@truemark/protocol/routes/signingKeys'
import { Amount } from '@truemark/ui/primitives/Amount'
import { Button } from '@truemark/ui/primitives/Button'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { Refused } from '../parts/Refused.tsx'
import { useErrorText } from '../i18n/door.ts'
import { Digest, Findings } from './Block.tsx'
import { compare, type Compared, heldAt, type RecordLine } from './ownRecords.ts'
import { readHead, walk, type OwnProof, type Step } from './proof.ts'
import { saveFile } from './saveFile.ts'
import { useWritten } from './useWritten.ts'

interface Checked {
  readonly proof: OwnProof
  readonly holds: boolean
  readonly steps: readonly Step[]
}

/** The lines of an account searched for the newest that moved something. */
const linesMax = 1_000

/** The lines of one account and currency up to a moment, the newest first, as far as the first that moved something before it. */
async function linesUpTo(type: AccountKind, currency: string, moment: number): Promise<RecordLine[]> {
  const lines: RecordLine[] = []
  let cursor: string | null = null
  do {
    const more = cursor === null ? {} : { cursor }
    const query = { type, currency, to: String(moment + 1), limit: '100', ...more }
    const page: Awaited<ReturnType<typeof call<typeof records>>> = await call(records, { query })
    lines.push(...page.items)
    cursor = page.cursor
  } while (
    cursor !== null &&
    lines.length < linesMax &&
    !lines.some(({ date, from, to }) => date < moment && from !== 'held' && to !== 'held')
  )
  return lines
}

/** Compares each currency of the proof, and each that the reader has now, with what their records say of its moment. */
async function compareOwn(epoch: LiabilityEpoch, checked: readonly Checked[]): Promise<Compared[]> {
  const moment = readHead(epoch.head)?.journal.time ?? epoch.time
  const { balances, invested } = await call(accountAssets, {})
  const proved = new Map(checked.map(({ proof }) => [proof.leaf.currency, proof.leaf.amount]))
  const now = [...balances, ...invested].map(({ currency }) => currency)
  return Promise.all(
    [...new Set([...proved.keys(), ...now])].map(async (currency) => {
      const accounts = await Promise.all(
        accountKind.options.map(async (type) => heldAt(await linesUpTo(type, currency, moment), moment)),
      )
      return compare(currency, proved.get(currency) ?? null, accounts)
    }),
  )
}

/** Fetches one's own leaves and the nodes beside their way, and reckons the rest in this browser. */
async function checkOwn(epoch: LiabilityEpoch): Promise<readonly Checked[]> {
  const mine = await call(liabilityMine, {})
  if (mine.epoch !== epoch.epoch) throw new ApiError('proof_unknown', 0, '')
  return Promise.all(
    mine.leaves.map(async (leaf): Promise<Checked> => {
      const tree = epoch.trees.find(({ realm, currency }) => realm === mine.realm && currency === leaf.currency)
      if (tree === undefined) throw new ApiError('proof_unknown', 0, '')
      const params = {
        epoch: String(epoch.epoch),
        realm: mine.realm,
        currency: leaf.currency,
        index: String(leaf.index),
      }
      const { siblings } = await call(liabilityPath, { params })
      const proof = { epoch: epoch.epoch, uid: mine.uid, leaf, tree, siblings }
      const { fault, steps } = walk(proof)
      return { proof, holds: fault === null, steps }
    }),
  )
}

/** Checks that the reader's balances are in the proof. */
export function OwnBalance({ epoch, publicKey }: { epoch: LiabilityEpoch; publicKey: string }) {
  const t = useTranslations('transparency.liabilities')
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [checked, setChecked] = useState<readonly Checked[] | null>(null)
  const [rotations, setRotations] = useState<readonly SignedRotation[]>([])
  const [compared, setCompared] = useState<readonly Compared[]>([])
  const check = async () => {
    setBusy(true)
    setFailure(null)
    try {
      // whoever is not in it may have had something all the same: their records say
      let absent: ApiError | null = null
      const own = await checkOwn(epoch).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.reason !== 'not_in_proof') throw error
        absent = error
        return []
      })
      setCompared(await compareOwn(epoch, own))
      setRotations((await call(signingKeys, {})).rotations)
      setChecked(own)
      if (absent !== null) setFailure(errorText(absent))
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <Button compact busy={busy} onClick={() => !busy && void check()}>
          {t('checkMine')}
        </Button>
        {checked !== null && checked.length > 0 && (
          <Button kind="secondary" compact onClick={() => save(epoch, { key: publicKey, rotations }, checked)}>
            {t('save')}
          </Button>
        )}
      </div>
      <Refused text={failure ?? undefined} />
      {checked !== null && <ComparedList compared={compared} />}
      {checked?.map((one) => (
        <OwnTree key={one.proof.leaf.currency} checked={one} />
      ))}
    </div>
  )
}

/** Whether the proof says of each currency what one's own records say. */
function ComparedList({ compared }: { compared: readonly Compared[] }) {
  const t = useTranslations('transparency.liabilities.compared')
  const { figure } = useWritten()
  const shown = compared.filter(({ proved, recorded }) => proved !== null || recorded !== '0')
  if (shown.length === 0) return null
  return (
    <Findings
      findings={shown.map(({ currency, proved, recorded, beyond, holds }) => {
        const figures = { currency, recorded: figure(recorded), beyond: figure(beyond), proved: figure(proved ?? '0') }
        const text = holds ? t(beyond === '0' ? 'same' : 'products', figures) : t('less', figures)
        return { key: currency, holds, text }
      })}
    />
  )
}

function OwnTree({ checked }: { checked: Checked }) {
  const t = useTranslations('transparency.liabilities')
  const { proof, holds, steps } = checked
  const { leaf } = proof
  const Mark = holds ? CircleCheck : CircleX
  return (
    <div className="flex flex-col gap-4 rounded-card bg-surface p-4">
      <output className={`flex items-start gap-3 text-16 font-medium ${holds ? '' : 'text-danger'}`}>
        <Mark
          size={22}
          strokeWidth={1.5}
          aria-hidden="true"
          className={`mt-px shrink-0 ${holds ? 'text-primary' : 'text-danger'}`}
        />
        <span className="min-w-0">
          <Amount value={leaf.amount} unit={leaf.currency} decimalsMin={2} /> {holds ? t('isIn') : t('isNotIn')}
        </span>
      </output>
      <ol aria-label={t('way')} className="flex flex-col">
        {steps.map((step, level) => (
          <TreeStep
            key={step.hash}
            step={step}
            level={level}
            last={level === steps.length - 1}
            currency={leaf.currency}
          />
        ))}
      </ol>
    </div>
  )
}

interface TreeStepProps {
  step: Step
  level: number
  last: boolean
  currency: string
}

function TreeStep({ step, level, last, currency }: TreeStepProps) {
  const t = useTranslations('transparency.liabilities')
  const name = level === 0 ? t('leaf') : last ? t('root') : t('level', { number: String(level) })
  return (
    <li className="flex gap-3">
      <span aria-hidden="true" className="flex w-3 flex-col items-center">
        <span className={`mt-1.5 size-2.5 shrink-0 rounded-full ${level === 0 || last ? 'bg-primary' : 'bg-quiet'}`} />
        {!last && <span className="w-px flex-1 bg-line" />}
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 pb-4">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-14">
          <span className="text-secondary">{name}</span>
          <Amount value={step.sum} unit={currency} decimalsMin={2} />
        </span>
        <Digest hex={step.hash} />
      </span>
    </li>
  )
}

/** Gives the reader all that an offline check takes, as a file. */
interface KeysOfProof {
  readonly key: string
  readonly rotations: readonly SignedRotation[]
}

function save(epoch: LiabilityEpoch, { key, rotations }: KeysOfProof, checked: readonly Checked[]): void {
  const { head, digest, signature } = epoch
  const leaves = checked.map(({ proof }) => proof)
  saveFile(`liabilities-${epoch.epoch}.json`, { key, rotations, head, digest, signature, leaves })
}
