import { QRCodeSVG } from 'qrcode.react'
import { useTranslations } from 'use-intl'
import { CopyButton } from './CopyButton.tsx'

/** The secret of an authenticator app: to be scanned, or entered by hand. */
export function ScanFigure({ uri, secret }: { uri: string; secret: string }) {
  const t = useTranslations('desk.link')
  return (
    <>
      <figure className="flex flex-col items-center gap-3">
        <figcaption className="self-start text-14 text-secondary">{t('scan')}</figcaption>
        {/* A camera wants dark on light, in both themes. */}
        <QRCodeSVG
          value={uri}
          size={192}
          marginSize={3}
          bgColor="#FFFFFF"
          fgColor="#121212"
          title={t('scan')}
          className="rounded-card"
        />
      </figure>
      <div className="flex flex-col gap-1">
        <span className="text-14 text-secondary">{t('secret')}</span>
        <div className="flex items-center gap-1 rounded-control bg-raised pl-3.5">
          <code className="figures min-w-0 flex-1 py-2.5 text-14 break-words">{inFours(secret)}</code>
          <CopyButton text={secret} />
        </div>
      </div>
    </>
  )
}

function inFours(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
