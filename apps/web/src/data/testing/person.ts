import { perProduct } from '@truemark/core/capability/products'
import type { LoginAnswer } from '@truemark/protocol/routes/identity'

/** What a login answers with, of a person whose token is also their number. */
export function loginOf(token: string, mode: 'real' | 'demo'): LoginAnswer {
  return {
    token,
    userInfo: {
      uid: token,
      account: 'a@x.test',
      email: 'a@x.test',
      phone: '',
      nickname: '',
      avatar: '',
      country: 'JP',
      lang: 'en',
      realm: mode,
      guest: false,
      real_name: { primary: 'none', advanced: 'none' },
      products: perProduct((product) => product === 'spot'),
      favourites: [],
      two_factor: false,
      created: 0,
    },
  }
}
