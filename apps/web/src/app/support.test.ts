import { expect, it } from 'vitest'
import { hasOwnChat } from './support.ts'
import { pageTitle } from './title.ts'

it('knows the operator’s own chat by im_link, else by the site’s link', () => {
  expect(hasOwnChat({ im_link: 'https://chat.example/?a=1', official_site_customer_service_link: '' })).toBe(true)
  expect(hasOwnChat({ im_link: '', official_site_customer_service_link: 'https://help.example' })).toBe(true)
  expect(hasOwnChat(null)).toBe(false)
})

it.each(['javascript:alert(1)', 'data:text/html,x', 'chat', ''])('%j is no link', (im_link) => {
  expect(hasOwnChat({ im_link, official_site_customer_service_link: '' })).toBe(false)
})

it('titles bear the screen’s name but on home', () => {
  expect([pageTitle('Truemark', null), pageTitle('Truemark', 'Assets')]).toEqual(['Truemark', 'Assets – Truemark'])
})
