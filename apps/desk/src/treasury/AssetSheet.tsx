import { useQuery } from '@tanstack/react-query'
import { formatDecimal, parseDecimal } from '@truemark/core/money/decimal'
import { canonicalAddress } from '@truemark/payee/address'
import { assetText } from '@truemark/protocol/evidence/assetStatement'
import { assetsPublic, deskAssetState } from '@truemark/protocol/routes/assets'
import { deskNetworks, type DeskNetwork } from '@truemark/protocol/routes/deskWallet'
import { liabilities } from '@truemark/protocol/routes/liabilities'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Select } from '@truemark/ui/primitives/Select'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { CopyButton } from '../deed/door.ts'
import { AskSheet } from './AskSheet.tsx'
import { type Money, MoneyFields, moneyOf, noMoney } from './MoneyFields.tsx'

const readSigning = async () => ({
  installation: (await call(assetsPublic, {})).installation,
  proof: (await call(liabilities, { query: { limit: '1' } })).items[0],
})
/** More decimals than any currency has: the line is written as the server writes it, without zeros at its end. */
const decimalsMax = 18

/** The line to sign, once all of it is known; null before. */
function lineOf(
  signing: Awaited<ReturnType<typeof readSigning>> | undefined,
  sent: Money | null,
  network: DeskNetwork | undefined,
  place: string,
): string | null {
  const units = sent === null ? null : parseDecimal(sent.amount, decimalsMax)
  if (sent === null || units === null || network === undefined || signing?.proof === undefined) return null
  return assetText({
    installation: signing.installation,
    epoch: signing.proof.epoch,
    digest: signing.proof.digest,
    currency: sent.currency,
    network: network.network,
    place: canonicalAddress(network.form, place),
    amount: formatDecimal(units, decimalsMax),
  })
}

/** States where assets of customers lie; the line that an address' key may sign stands ready to copy. */
export function AssetSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk')
  const [where, setWhere] = useState<'address' | 'account'>('address')
  const [chosen, setChosen] = useState('')
  const [place, setPlace] = useState('')
  const [money, setMoney] = useState(noMoney)
  const [signature, setSignature] = useState('')
  const networks = useQuery({ queryKey: ['networks'], queryFn: async () => (await call(deskNetworks, {})).items }).data
  const signing = useQuery({ queryKey: ['assets', 'signing'], queryFn: readSigning }).data
  const sent = moneyOf(money)
  const own = (networks ?? []).filter(({ currency }) => currency === sent?.currency)
  const network = where === 'account' ? undefined : (own.find((one) => one.network === chosen) ?? own[0])
  const isPlace = place.trim().length > 1 && (where === 'account' || network !== undefined)
  const line = isPlace ? lineOf(signing, sent, network, place) : null
  const given = line === null || signature.trim() === '' ? null : signature.trim()
  const send = (reason: string) => {
    const at = { network: network?.network ?? null, place: place.trim(), signature: given }
    return call(deskAssetState, { body: { ...(sent ?? money), ...at, reason } })
  }
  return (
    <AskSheet
      title={t('treasury.stateAsset')}
      text={t('treasury.stateAssetText')}
      ready={sent !== null && isPlace}
      send={send}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <MoneyFields money={money} tried={tried} onChange={setMoney} />
          <Segmented
            label={t('treasury.where')}
            value={where}
            items={[
              { value: 'address', label: t('treasury.byAddress') },
              { value: 'account', label: t('treasury.byAccount') },
            ]}
            onValueChange={setWhere}
          />
          {where === 'address' && sent !== null && own.length === 0 && (
            <p className="text-14 text-secondary">{t('treasury.noNetwork')}</p>
          )}
          {network !== undefined && (
            <Select
              label={t('treasury.network')}
              value={network.network}
              options={own.map((one) => ({ value: one.network, label: one.network }))}
              onValueChange={setChosen}
            />
          )}
          <TextInput
            label={where === 'address' ? t('treasury.place') : t('treasury.custodian')}
            error={tried && !isPlace ? t('fault.required') : undefined}
            autoComplete="off"
            maxLength={where === 'address' ? 300 : 80}
            value={place}
            onChange={(event) => setPlace(event.target.value)}
          />
          {line !== null && <SignedLine line={line} signature={signature} onChange={setSignature} />}
        </>
      )}
    </AskSheet>
  )
}

interface SignedLineProps {
  line: string
  signature: string
  onChange: (signature: string) => void
}

/** The line to have signed, and where its signature goes. */
function SignedLine({ line, signature, onChange }: SignedLineProps) {
  const t = useTranslations('desk.treasury')
  return (
    <>
      <div className="flex flex-col gap-1">
        <p className="text-14 text-secondary">{t('signedText')}</p>
        <div className="flex items-center gap-2 rounded-control bg-raised py-1 pr-1 pl-3">
          <code className="figures min-w-0 flex-1 text-12 leading-normal break-all">{line}</code>
          <CopyButton text={line} />
        </div>
      </div>
      <TextInput
        label={t('signature')}
        hint={t('signatureHint')}
        autoComplete="off"
        maxLength={400}
        value={signature}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}
