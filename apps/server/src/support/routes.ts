import type { Gateway } from '../platform/http/gateway.ts'
import { bindChat } from './chatRoutes.ts'
import { bindChatDesk } from './chatDesk.ts'
import { bindSupportLink } from './link.ts'
import type { SupportPorts } from './ports.ts'
import { bindSupportDesk } from './supportDesk.ts'
import { bindTickets } from './tickets.ts'
import { bindTicketsDesk } from './ticketsDesk.ts'

/** Binds customer service: chats, tickets, and the desk that answers them. */
export function bindSupport(gateway: Gateway, ports: SupportPorts): void {
  bindChat(gateway, ports)
  bindSupportLink(gateway, ports)
  bindTickets(gateway, ports)
  bindChatDesk(gateway, ports)
  bindTicketsDesk(gateway, ports)
  bindSupportDesk(gateway, ports)
}
