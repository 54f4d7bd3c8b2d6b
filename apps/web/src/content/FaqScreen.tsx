import { useQuery } from '@tanstack/react-query'
import { localeOf, type LocaleId } from '@truemark/protocol/locale'
import { faq } from '@truemark/protocol/routes/content'
import { Page } from '@truemark/ui/primitives/Page'
import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useSession } from '../data/session.ts'
import { Answer } from './Answer.tsx'
import { ContentHeader } from './ContentHeader.tsx'
import { loadGuide } from './guide.ts'
import { InEnglish } from './InEnglish.tsx'
import { Text } from './Text.tsx'

/** Questions, each opening to its answer: the operator's, or until there are some the software's own. */
export function FaqScreen() {
  const t = useTranslations('content')
  const locale = useSession((state) => state.locale)
  const query = useQuery({ queryKey: ['content', 'faq', locale], queryFn: () => readQuestions(locale) })
  return (
    <>
      <ContentHeader name="faq" />
      <Page width="reading">
        <Answer query={query}>
          {({ questions, lang, own }) => (
            <div className="flex flex-col gap-3">
              <InEnglish lang={lang} />
              <div lang={localeOf(lang).tag} className="flex flex-col overflow-hidden rounded-card bg-surface">
                {questions.map(({ question, answer }) => (
                  <details key={question} className="group hairline-b last:shadow-none">
                    <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 py-3 text-16 font-medium -outline-offset-2 hover:bg-raised">
                      <span className="min-w-0 flex-1 break-words">{question}</span>
                      <ChevronDown
                        size={18}
                        strokeWidth={1.5}
                        aria-hidden="true"
                        className="feedback shrink-0 text-quiet group-open:rotate-180"
                      />
                    </summary>
                    <div className="px-4 pb-4">
                      <Text text={answer} />
                    </div>
                  </details>
                ))}
              </div>
              {own && <p className="text-12 text-quiet">{t('faqEmptyText')}</p>}
            </div>
          )}
        </Answer>
      </Page>
    </>
  )
}

async function readQuestions(locale: LocaleId) {
  const questions = await call(faq, {})
  const lang = questions[0]?.lang
  if (lang !== undefined) return { questions, lang, own: false }
  return { questions: Object.values((await loadGuide(locale)).faq), lang: locale, own: true }
}
