import { passkeyProof, type ProofPurpose } from '@truemark/protocol/routes/passkeys'
import type { Assertion } from '@truemark/protocol/routes/stepUp'
import { plainCode } from '@truemark/ui/figures/codeDigits'
import { useState } from 'react'
import { call } from '../data/api.ts'
import { signByPasskey } from '@truemark/client/passkeys'
import { usePasskeyProof } from './usePasskeyProof.ts'

/** What a person proves anew before money can leave, as it is filled in. */
export interface Proof {
  readonly password: string
  readonly verify_code: string
  /** By what else than the password. */
  readonly by: 'code' | 'passkey'
}

/** The state of a proof: by a passkey where one is at hand and nothing else was chosen. */
export function useProof(): readonly [Proof, (proof: Proof) => void] {
  const hasPasskey = usePasskeyProof()
  const [proof, setProof] = useState<Proof | null>(null)
  const by = hasPasskey ? 'passkey' : 'code'
  return [proof ?? { password: '', verify_code: '', by }, setProof]
}

/** Whether a proof can be sent at all: six figures, or a recovery code of eight letters and figures. */
export function isProofWhole({ password, verify_code, by }: Proof): boolean {
  return password !== '' && (by === 'passkey' || /^([0-9]{6}|[a-z][a-z0-9]{7})$/i.test(plainCode(verify_code)))
}

/** A proof as a call takes it. */
interface SentProof {
  readonly password: string
  readonly verify_code: string
  readonly passkey?: Assertion
}

/** Has the device sign for a purpose, by one of the account's passkeys. Rejects with ApiError or PasskeyFailure. */
export async function signFor(purpose: ProofPurpose): Promise<Assertion> {
  return signByPasskey(await call(passkeyProof, { body: { purpose } }))
}

/** A body with its proof ready to be sent: a passkey signs now. Rejects with ApiError or PasskeyFailure. */
export async function proven<Body extends Proof>({ by, ...body }: Body): Promise<Omit<Body, 'by'> & SentProof> {
  if (by === 'passkey') return { ...body, verify_code: '', passkey: await signFor('confirm') }
  return { ...body, verify_code: plainCode(body.verify_code) }
}
