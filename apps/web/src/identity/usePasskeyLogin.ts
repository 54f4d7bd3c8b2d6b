import { passkeyLogin, passkeyLoginOptions } from '@truemark/protocol/routes/passkeys'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/api.ts'
import { PasskeyFailure, passkeysAtHand, signByPasskey, stopAsking, suggestsPasskeys } from '@truemark/client/passkeys'
import { signIn } from '../data/session.ts'
import { useErrorText } from '../i18n/door.ts'
import { useGoOn } from './useGoOn.ts'

/** A challenge lives five minutes: one that waits in a field is asked for anew before that. */
const renewMs = 240_000

/** Logging in by a passkey: by its button, and in browsers that can among the suggestions of the account's field. */
export function usePasskeyLogin(onFailure: (text: string | null) => void) {
  const notices = useTranslations('notices')
  const errorText = useErrorText()
  const goOn = useGoOn()
  const [busy, setBusy] = useState(false)
  const [turn, setTurn] = useState(0)

  const enter = async (autofill: boolean) => {
    const passkey = await signByPasskey(await call(passkeyLoginOptions, {}), autofill)
    setBusy(true)
    onFailure(null)
    signIn('real', await call(passkeyLogin, { body: { passkey } }))
    goOn()
  }
  const run = async () => {
    setBusy(true)
    onFailure(null)
    try {
      await enter(false)
    } catch (error) {
      onFailure(`${notices('loginFailed')}. ${errorText(error)}`)
      // the suggestions were given up for it
      setTurn((now) => now + 1)
    } finally {
      setBusy(false)
    }
  }
  const suggest = async () => {
    try {
      await enter(true)
    } catch (error) {
      // what is not picked, or is given up for the button, is no failure to anyone
      if (!(error instanceof PasskeyFailure)) onFailure(`${notices('loginFailed')}. ${errorText(error)}`)
    } finally {
      setBusy(false)
    }
  }
  useSuggestions(turn, suggest)
  return { offered: passkeysAtHand(), busy, ask: () => void run() }
}

/** Keeps passkeys among the suggestions of a field while the page is open. */
function useSuggestions(turn: number, suggest: () => Promise<void>) {
  const latest = useRef(suggest)
  useEffect(() => {
    latest.current = suggest
  })
  useEffect(() => {
    let isOpen = true
    const begin = async () => {
      if ((await suggestsPasskeys()) && isOpen) await latest.current()
    }
    void begin()
    const timer = setInterval(() => void begin(), renewMs)
    return () => {
      isOpen = false
      clearInterval(timer)
      if (passkeysAtHand()) void stopAsking()
    }
  }, [turn])
}
