import { codeDigits } from '@truemark/ui/figures/codeDigits'
import { deskPasskeyProof, type DeskSecurityState } from '@truemark/protocol/routes/deskSecurity'
import type { Assertion } from '@truemark/protocol/routes/stepUp'
import { useState } from 'react'
import { call } from '../data/http.ts'
import { passkeysAtHand, signByPasskey } from '@truemark/client/passkeys'

/** What an operator proves anew before how they sign in changes, as it is filled in. */
export interface Proof {
  readonly password: string
  readonly totp: string
  readonly by: 'totp' | 'passkey'
}

/** The state of a proof: by a passkey where one is at hand, or where there is nothing else. */
export function useProof({ totp, passkeys }: DeskSecurityState): readonly [Proof, (proof: Proof) => void] {
  const usable = passkeysAtHand() && passkeys.some(({ site }) => site === location.hostname)
  return useState<Proof>({ password: '', totp: '', by: usable || !totp ? 'passkey' : 'totp' })
}

/** Whether a proof can be sent at all. */
export function isProofWhole({ password, totp, by }: Proof): boolean {
  return password !== '' && (by === 'passkey' || /^[0-9]{6}$/.test(codeDigits(totp)))
}

/** A proof as a call takes it: a passkey signs now. Rejects with ApiError or PasskeyFailure. */
export async function proven({
  password,
  totp,
  by,
}: Proof): Promise<{ password: string; totp?: string; passkey?: Assertion }> {
  if (by === 'totp') return { password, totp: codeDigits(totp) }
  return { password, passkey: await signByPasskey(await call(deskPasskeyProof, {})) }
}
