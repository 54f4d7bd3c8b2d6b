import { localeOf, type LocaleId } from '@truemark/protocol/locale'
import { deskCanned, type Canned } from '@truemark/protocol/routes/deskSupport'
import { TextInput } from '@truemark/ui/primitives/TextInput'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/http.ts'
import { useWhole } from '../data/lists.ts'
import { ListFrame, OwnSheet, RowsSkeleton } from '../table/door.ts'

/** An answer in its person's language; `note` says where it is English instead. */
export interface ChosenAnswer {
  readonly text: string
  readonly note: string | null
}

interface CannedSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  lang: LocaleId
  onChoose: (answer: ChosenAnswer) => void
}

/** The answers that are ready, in the language of who is answered. */
export function CannedSheet({ open, onOpenChange, lang, onChoose }: CannedSheetProps) {
  const t = useTranslations('desk')
  return (
    <OwnSheet open={open} onClose={() => onOpenChange(false)} title={t('support.ready')}>
      {open && <Choice lang={lang} onChoose={onChoose} />}
    </OwnSheet>
  )
}

function Choice({ lang, onChoose }: Pick<CannedSheetProps, 'lang' | 'onChoose'>) {
  const t = useTranslations('desk')
  const [search, setSearch] = useState('')
  const list = useWhole(['canned'], () => call(deskCanned, {}), { csv: null })
  const wanted = search.trim().toLowerCase()
  const textOf = (one: Canned): string => one.texts[lang] ?? one.texts.en ?? ''
  const isWanted = (one: Canned): boolean => `${one.title}\n${textOf(one)}`.toLowerCase().includes(wanted)
  const isMissing = (one: Canned): boolean => one.texts[lang] === undefined
  return (
    <div className="flex flex-col gap-3">
      <TextInput
        label={t('common.search')}
        labelHidden
        type="search"
        placeholder={t('common.search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ListFrame
        list={list}
        empty={{ drawing: 'mail', title: t('support.canned.none') }}
        waiting={<RowsSkeleton rows={4} />}
      >
        {(rows) => (
          <ul className="flex flex-col gap-2">
            {rows.filter(isWanted).map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  onClick={() =>
                    onChoose({
                      text: textOf(one),
                      note: isMissing(one) ? t('support.canned.english', { language: localeOf(lang).name }) : null,
                    })
                  }
                  className="feedback flex w-full flex-col gap-1 rounded-control bg-raised px-3.5 py-2.5 text-left hairline hover:bg-surface"
                >
                  <span className="text-14 font-medium">{one.title}</span>
                  <span className="line-clamp-2 text-14 text-secondary">{textOf(one)}</span>
                  {isMissing(one) && <span className="text-12 text-warning">{t('support.canned.englishOnly')}</span>}
                </button>
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
    </div>
  )
}
