import * as z from 'zod/mini'
import { client } from '../client.ts'
import { id, line } from '../values.ts'
import { userInfo } from './identity.ts'
import { defineRoute } from './route.ts'
import { imageErrors } from './wallet.ts'

/** A profile's picture is smaller than this many bytes. */
export const avatarFiles = { field: 'avatar', countMax: 1, bytesMax: client.imageBytesMax - 1 } as const

export const profileChange = defineRoute({
  method: 'PUT',
  path: '/user/profile',
  access: 'user',
  body: z.object({
    /** Left out where it stays as it is. */
    nickname: z.optional(line(0, 64)),
    /** `true` takes the picture away; it stays as it is where no other comes along. */
    avatar_removed: z._default(z.enum(['true', 'false']), 'false'),
  }),
  files: avatarFiles,
  answer: userInfo,
  errors: [
    ...imageErrors,
    'field_malformed',
    'request_malformed',
    'information_incomplete',
    'nickname_invalid',
    'upload_failed',
  ],
  summary: "Changes the caller's nickname, picture or both; a form, whose picture stands under `avatar`.",
})

export const profileAvatar = defineRoute({
  method: 'GET',
  path: '/user/avatar/{id}',
  access: 'user',
  params: z.object({ id }),
  answer: z.null(),
  media: 'image/jpeg',
  errors: ['field_malformed', 'file_unknown'],
  summary: "The caller's own picture, by the id that their user data gives as `avatar`.",
})

export const profileRoutes = { profileChange, profileAvatar }
