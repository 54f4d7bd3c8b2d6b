import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cardFields, type CardField, type CardTexts } from '@truemark/payee/payeeFault'
import { cardAdd, cardChange, type BankCard } from '@truemark/protocol/routes/payees'
import { Button } from '@truemark/ui/primitives/Button'
import { ErrorState } from '@truemark/ui/primitives/ErrorState'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { useRouter, useSearch } from '../parts/router/useRouter.ts'
import { call } from '../data/api.ts'
import { isTextForm, useDraft } from '../data/draft.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Refused } from '../parts/Refused.tsx'
import { useTried } from '../parts/useTried.ts'
import { CardFields } from './CardFields.tsx'
import { cardFaults, cardPlaces, emptyCard } from './payeeForm.ts'
import { placeOf, useRefusalText } from './refusal.ts'
import { idInSearch } from './search.ts'
import { isProofWhole, proven, useProof, type Proof } from './proof.ts'
import { isAboutProof, StepUpFields } from './stepUp.tsx'
import { useCards, walletKey } from './walletQueries.ts'
import { WalletFrame } from './WalletFrame.tsx'

/** Saves a bank card, or changes the one that the page's query names. */
export function CardScreen() {
  const t = useTranslations('wallet.card')
  const id = idInSearch(useSearch())
  return (
    <WalletFrame title="addCard" demo="demo_no_cards" {...(id === null ? {} : { heading: t('editTitle') })}>
      {id === null ? <CardForm card={null} /> : <EditCard id={id} />}
    </WalletFrame>
  )
}

function EditCard({ id }: { id: string }) {
  const errors = useTranslations('errors')
  const shell = useTranslations('shell.failure')
  const query = useCards()
  return (
    <Loaded query={query}>
      {(cards) => {
        const card = cards.find((one) => one.id === id)
        if (card !== undefined) return <CardForm card={card} />
        return <ErrorState title={shell('loadTitle')} text={errors('payee_unknown')} />
      }}
    </Loaded>
  )
}

const isCard = isTextForm(cardFields)

function draftOf(card: BankCard | null): CardTexts {
  if (card === null) return emptyCard
  return { ...emptyCard, ...Object.fromEntries(cardFields.map((name) => [name, card[name]])) }
}

function CardForm({ card }: { card: BankCard | null }) {
  const t = useTranslations('wallet.card')
  const errors = useTranslations('errors')
  const notices = useTranslations('notices')
  const refusalText = useRefusalText()
  const [draft, setDraft, forgetDraft] = useDraft<CardTexts>(`card ${card?.id ?? ''}`, draftOf(card), isCard)
  const [proof, setProof] = useProof()
  const save = useSave(card, forgetDraft)
  const faults = cardFaults(draft)
  const place = isAboutProof(save.error) ? null : placeOf(save.error, cardPlaces)
  const errorAt = (field: CardField) => {
    const fault = tried ? faults[field] : undefined
    if (fault !== undefined) return errors(fault)
    return place === field ? refusalText(save.error) : undefined
  }
  const isWrong = Object.keys(faults).length > 0 || !isProofWhole(proof)
  const forget = () => save.isError && save.reset()
  const { tried, onSubmit } = useTried(isWrong, () => save.mutate({ ...draft, ...proof }), save.isPending)
  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-176 flex-col gap-4">
      <CardFields
        draft={draft}
        errorAt={errorAt}
        onChange={(next) => {
          setDraft(next)
          forget()
        }}
      />
      <StepUpFields
        proof={proof}
        tried={tried}
        failure={save.error}
        onChange={(next) => {
          setProof(next)
          forget()
        }}
      />
      <Refused text={tried && isWrong ? notices('fieldsRequired') : undefined} />
      <Refused text={place === 'form' ? refusalText(save.error) : undefined} />
      <Button type="submit" wide busy={save.isPending}>
        {t('save')}
      </Button>
    </form>
  )
}

function useSave(card: BankCard | null, sent: () => void) {
  const t = useTranslations('wallet.card')
  const notices = useTranslations('notices')
  const queries = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: async (draft: CardTexts & Proof) => {
      const body = await proven(draft)
      return card === null ? call(cardAdd, { body }) : call(cardChange, { params: { id: card.id }, body })
    },
    async onSuccess() {
      toast.success(card === null ? notices('added') : t('saved'))
      sent()
      await queries.invalidateQueries({ queryKey: walletKey })
      router.back()
    },
  })
}
