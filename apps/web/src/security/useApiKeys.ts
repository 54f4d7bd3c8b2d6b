import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiKeyEnd, apiKeyMake, apiKeys, type ApiKey } from '@truemark/protocol/routes/apiKeys'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { useSession, userOf } from '../data/session.ts'
import { useErrorText } from '../i18n/door.ts'
import { type Proof, proven } from '../wallet/door.ts'

const apiKeysKey = ['apiKeys'] as const

/** The keys of the account's programs, and how many there may be. */
export function useApiKeys() {
  const uid = useSession((state) => userOf(state)?.uid ?? '')
  return useQuery({ queryKey: [...apiKeysKey, uid], queryFn: () => call(apiKeys, {}) })
}

/** What a key is to be, beside the proof. */
export type AskedKey = Omit<BodyOf<typeof apiKeyMake>, 'password' | 'verify_code' | 'passkey'>

/** Makes a key by a proof. */
export function useMakeApiKey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ proof, asked }: { readonly proof: Proof; readonly asked: AskedKey }) =>
      call(apiKeyMake, { body: { ...asked, ...(await proven(proof)) } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: apiKeysKey }),
  })
}

/** Ends a key at once. */
export function useEndApiKey() {
  const t = useTranslations('security.apiKeys')
  const errorText = useErrorText()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ApiKey) => call(apiKeyEnd, { params: { id } }),
    onSuccess: () => toast.success(t('revoked')),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: apiKeysKey }),
  })
}
