import { readAddress } from '@truemark/payee/readAddress'
import { buttonClass } from '@truemark/ui/primitives/Button'
import { joined } from '@truemark/ui/primitives/joined'
import { Spinner } from '@truemark/ui/primitives/Spinner'
import { ScanQrCode } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { readQr } from './readQr.ts'

/** Reads an address out of an image of a QR code, be it a file or a photo taken now. */
export function ScanButton({ onRead }: { onRead: (address: string) => void }) {
  const t = useTranslations('wallet.address')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const scan = async (file: File) => {
    setBusy(true)
    setFailed(false)
    try {
      const text = await readQr(file)
      if (text === null) setFailed(true)
      else onRead(readAddress(text))
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <label
        className={joined(
          buttonClass('quiet', true),
          '-ml-3 px-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
        )}
      >
        {busy ? <Spinner /> : <ScanQrCode size={18} strokeWidth={1.5} aria-hidden="true" />}
        {t('scan')}
        <input
          type="file"
          accept="image/*"
          disabled={busy}
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) void scan(file)
          }}
        />
      </label>
      {failed && (
        <span role="alert" className="text-12 text-danger">
          {t('scanFailed')}
        </span>
      )}
    </div>
  )
}
