import { type Receipt, type ReceiptFile, readReceiptRow } from '@truemark/protocol/evidence/receipt'
import { signingKeys } from '@truemark/protocol/routes/signingKeys'
import { Button } from '@truemark/ui/primitives/Button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { forgetReceipts, useKeptReceipts } from '../data/receipts.ts'
import { Refused } from '../parts/Refused.tsx'
import { useDateTime, useErrorText } from '../i18n/door.ts'
import { Block, FactList, Findings } from './Block.tsx'
import { lookAtReceipts } from './lookAtReceipts.ts'
import { type Broken, readBroken, readReceipts } from './receipts.ts'
import { saveFile } from './saveFile.ts'
import { useWritten } from './useWritten.ts'

/** The receipts of one's orders that this browser keeps, whether the journal still has what they are of, and their file. */
export function ReceiptsBlock() {
  const t = useTranslations('transparency.receipts')
  const errorText = useErrorText()
  const kept = useKeptReceipts()
  const [busy, setBusy] = useState(false)
  const [looked, setLooked] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const receipts = readReceipts(kept.receipts)
  const broken = readBroken(kept.broken)
  const doing = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const save = async () => {
    const { generations, rotations } = await call(signingKeys, {})
    const file: ReceiptFile = { version: 1, key: generations.at(-1)?.keys.receipts ?? '', rotations, receipts }
    saveFile('receipts.json', file)
  }
  return (
    <Block title={t('title')} text={t('text')}>
      <Found receipts={receipts} broken={broken} looked={looked} />
      <div className="flex flex-wrap gap-2">
        {broken === null && (
          <Button
            compact
            kind="secondary"
            busy={busy}
            onClick={() => !busy && void doing(() => lookAtReceipts().then(() => setLooked(true)))}
          >
            {t('look')}
          </Button>
        )}
        {receipts.length > 0 && (
          <Button compact kind="secondary" onClick={() => !busy && void doing(save)}>
            {t('save')}
          </Button>
        )}
        {broken !== null && (
          <Button compact kind="danger" onClick={forgetReceipts}>
            {t('forget')}
          </Button>
        )}
      </div>
      <Refused text={failure ?? undefined} />
    </Block>
  )
}

interface FoundProps {
  receipts: readonly Receipt[]
  broken: Broken | null
  looked: boolean
}

function Found({ receipts, broken, looked }: FoundProps) {
  const t = useTranslations('transparency.receipts')
  const dateTime = useDateTime()
  const { figure } = useWritten()
  const [first, last] = [receipts[0], receipts.at(-1)].map((one) => (one ? readReceiptRow(one.row) : null))
  const text =
    broken === null
      ? t('holds')
      : t(`broken.${broken.what}`, {
          time: dateTime(broken.at),
          seq: figure(String(readReceiptRow(broken.receipt.row)?.seq ?? 0)),
        })
  return (
    <>
      {(broken !== null || looked) && <Findings findings={[{ key: 'receipts', holds: broken === null, text }]} />}
      <FactList
        facts={[
          { label: t('count'), value: figure(String(receipts.length)) },
          ...(first && last
            ? [
                { label: t('first'), value: dateTime(first.time) },
                { label: t('last'), value: dateTime(last.time) },
              ]
            : []),
        ]}
      />
    </>
  )
}
