import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import { formattingTag, type LocaleId } from '@truemark/protocol/locale'
import { LateTexts, textsQuery } from '@truemark/ui/i18n/LateTexts'
import type { ComponentType, ReactNode } from 'react'
import { useStore } from 'zustand'
import { language } from '../data/language.ts'
import { type Area, loadAreas } from '../i18n/messages.ts'
import { FailedScreen, WaitingScreen } from './FailedScreen.tsx'
import { queries } from './queries.ts'

/** Where the code of a screen is, its name there, and the texts that it needs. */
export type ScreenParts<Name extends string> = [
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  areas: readonly Area[],
]

const areasQuery = (locale: LocaleId, areas: readonly Area[]) =>
  textsQuery(['desk', locale, ...areas], () => loadAreas(locale, areas))

/** A screen whose code comes when it is opened, and beside it the texts of `areas`: a test holds that these suffice. */
export function screen<Name extends string>(...[load, name, areas]: ScreenParts<Name>) {
  const Code: AsyncRouteComponent<object> = lazyRouteComponent(load, name)
  const Screen = () => (
    <AreaTexts areas={areas}>
      <Code />
    </AreaTexts>
  )
  const preload = () =>
    Promise.all([Code.preload?.(), queries.prefetchQuery(areasQuery(language.getState(), areas))]).then(() => undefined)
  return Object.assign(Screen, { preload })
}

function AreaTexts({ areas, children }: { areas: readonly Area[]; children: ReactNode }) {
  const locale = useStore(language)
  return (
    <LateTexts
      query={areasQuery(locale, areas)}
      dateTag={formattingTag(locale)}
      add={(first, late) => ({ ...first, desk: { ...Object(first['desk']), ...late } })}
      waiting={<WaitingScreen />}
      failed={() => <FailedScreen />}
    >
      {children}
    </LateTexts>
  )
}
