import { useQuery } from '@tanstack/react-query'
import { locales, type LocaleId } from '@truemark/protocol/locale'
import { aboutUs, userAgreement } from '@truemark/protocol/routes/content'
import type { contentNames } from '@truemark/protocol/routes/deskSettings'
import { Card } from '@truemark/ui/primitives/Card'
import { Segmented } from '@truemark/ui/primitives/Segmented'
import { Select } from '@truemark/ui/primitives/Select'
import { Skeleton } from '@truemark/ui/primitives/Skeleton'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { Heading, LoadFailure } from '../listing/door.ts'
import { ContentForm, type ContentDraft } from './ContentForm.tsx'

type ContentName = (typeof contentNames)[number]

const routes = { about_us: aboutUs, user_agreement: userAgreement } as const

/** The texts that the app shows, in each language. */
export function ContentsScreen() {
  const t = useTranslations('desk')
  const [name, setName] = useState<ContentName>('about_us')
  const [lang, setLang] = useState<LocaleId>('en')
  // What was typed for one text stays while another is looked at.
  const [drafts, setDrafts] = useState<Readonly<Record<string, ContentDraft>>>({})
  const place = `${name} ${lang}`
  const query = useQuery({
    queryKey: ['content', name, lang],
    queryFn: () => call(routes[name], {}, lang),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <Heading title={t('contents.title')} text={t('contents.explained')} />
      <Card className="flex max-w-224 flex-col gap-5 p-5">
        <ContentChoice {...{ name, lang, drafts }} onName={setName} onLang={setLang} />
        {query.isPending && (
          <output aria-label={t('common.loading')} className="flex flex-col gap-4">
            <Skeleton className="h-12 w-full rounded-control" />
            <Skeleton className="h-80 w-full rounded-control" />
          </output>
        )}
        {query.isError && <LoadFailure query={query} />}
        {query.data && (
          <ContentForm
            key={place}
            name={name}
            lang={lang}
            saved={query.data}
            draft={drafts[place]}
            onDraft={(draft) =>
              setDrafts((now) => {
                const { [place]: _, ...others } = now
                return draft === null ? others : { ...others, [place]: draft }
              })
            }
          />
        )}
      </Card>
    </>
  )
}

interface ContentChoiceProps {
  name: ContentName
  lang: LocaleId
  drafts: Readonly<Record<string, ContentDraft>>
  onName: (name: ContentName) => void
  onLang: (lang: LocaleId) => void
}

/** Which text in which language; a dot marks what was typed and not saved. */
function ContentChoice({ name, lang, drafts, onName, onLang }: ContentChoiceProps) {
  const t = useTranslations('desk')
  return (
    <div className="grid items-end gap-4 tablet:grid-cols-2">
      <div className="flex flex-col gap-1.5">
        <span aria-hidden="true" className="text-14 text-secondary">
          {t('contents.name')}
        </span>
        <Segmented
          label={t('contents.name')}
          value={name}
          items={[
            { value: 'about_us', label: t('contents.about_us') },
            { value: 'user_agreement', label: t('contents.user_agreement') },
          ]}
          onValueChange={onName}
        />
      </div>
      <Select
        label={t('common.language')}
        value={lang}
        options={locales.map((locale) => ({
          value: locale.id,
          label: drafts[`${name} ${locale.id}`] ? `${locale.name} •` : locale.name,
        }))}
        onValueChange={onLang}
      />
    </div>
  )
}
