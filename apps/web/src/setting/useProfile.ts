import { useMutation } from '@tanstack/react-query'
import { profileChange } from '@truemark/protocol/routes/profile'
import type { BodyOf } from '@truemark/protocol/routes/route'
import { useState } from 'react'
import { call } from '../data/api.ts'
import { keepUserInfo } from '../data/session.ts'

interface Change {
  readonly body: BodyOf<typeof profileChange>
  readonly picture?: Blob
}

/** Changes the profile, tells which share of a picture has gone, and keeps what the account then says of itself. */
export function useProfile(changed: () => void) {
  const [share, setShare] = useState(0)
  const change = useMutation({
    mutationFn: ({ body, picture }: Change) => {
      setShare(0)
      return call(profileChange, { body, files: picture === undefined ? [] : [picture], progress: setShare })
    },
    onSuccess(user) {
      keepUserInfo(user)
      changed()
    },
  })
  return { change, share }
}
