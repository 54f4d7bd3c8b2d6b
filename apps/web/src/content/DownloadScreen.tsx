import { Button } from '@truemark/ui/primitives/Button'
import { Page } from '@truemark/ui/primitives/Page'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { BrandMark } from '@truemark/ui/marks/Logo'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAppData } from '../data/appData.ts'
import { useInstall } from '../data/install.ts'
import { AboutTexts } from './aboutTexts.tsx'
import { ContentHeader } from './ContentHeader.tsx'
import { platformOf, platforms, type Platform } from './platform.ts'

/** Names of products, which no language translates. */
const productNames = { ios: 'iPhone, iPad', android: 'Android' } as const
const steps = ['first', 'second', 'third'] as const

/** How the app is put on a home screen, for the device that one holds and for the others. */
export function DownloadScreen() {
  return (
    <>
      <ContentHeader name="downloadApp" />
      <AboutTexts>
        <Page width="reading">
          <Instructions />
        </Page>
      </AboutTexts>
    </>
  )
}

function Instructions() {
  const t = useTranslations('about.download')
  const app = useAppData()?.app
  const name = app?.app_name ?? 'Truemark'
  const [platform, setPlatform] = useState<Platform>(() => platformOf(navigator.userAgent, navigator.maxTouchPoints))
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-4">
        <BrandMark size={56} image={app?.app_logo} />
        <p className="min-w-0 text-16 text-secondary">{t('explained', { name })}</p>
      </div>
      <InstallButton />
      <Segmented
        label={t('platform')}
        value={platform}
        items={platforms.map((value) => ({ value, label: value === 'desktop' ? t('computer') : productNames[value] }))}
        onValueChange={setPlatform}
      />
      <ol
        aria-label={platform === 'desktop' ? t('computer') : productNames[platform]}
        className="flex flex-col overflow-hidden rounded-card bg-surface"
      >
        {steps.map((step, place) => (
          <li key={step} className="flex items-start gap-4 px-4 py-4 hairline-b last:shadow-none">
            <span
              aria-hidden="true"
              className="figures grid size-8 shrink-0 place-items-center rounded-full bg-primary-soft text-14 font-semibold text-primary"
            >
              {place + 1}
            </span>
            <p className="min-w-0 pt-1 text-16">{t(`steps.${platform}.${step}`, { name })}</p>
          </li>
        ))}
      </ol>
      <p className="text-14 text-quiet">{t('noStore')}</p>
    </div>
  )
}

/** Where the browser installs by itself, one press does. */
function InstallButton() {
  const t = useTranslations('offline')
  const install = useInstall()
  if (install === null) return null
  return (
    <Button wide onClick={install}>
      {t('install')}
    </Button>
  )
}
