import { expect, it } from 'vitest'
import { pageTitle } from './title.ts'
import { supportLink } from './support.ts'

const visitor = { uid: '42', lang: 'kr', backUrl: 'https://app.example/home' }
const back = 'back_url=https%3A%2F%2Fapp.example%2Fhome'

it('appends uid, lang and back_url to im_link, else to the site’s link', () => {
  const links = { im_link: 'https://chat.example/?a=1', official_site_customer_service_link: 'https://help.example' }
  expect(supportLink(links, visitor)).toBe(`https://chat.example/?a=1&uid=42&lang=kr&${back}`)
  expect(supportLink({ ...links, im_link: '' }, visitor)).toBe(`https://help.example/?uid=42&lang=kr&${back}`)
})

it.each(['javascript:alert(1)', 'data:text/html,x', 'chat', ''])('%j is no link', (im_link) => {
  expect(supportLink({ im_link, official_site_customer_service_link: '' }, visitor)).toBeNull()
})

it('titles bear the screen’s name but on home', () => {
  expect([pageTitle('Truemark', null), pageTitle('Truemark', 'Assets')]).toEqual(['Truemark', 'Assets – Truemark'])
})
