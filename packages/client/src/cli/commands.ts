import type { Command } from './command.ts'
import { listenCommand } from './listen-command.ts'
import { resendCommand } from './resend-command.ts'
import { triggerCommand } from './trigger-command.ts'

/** Every command, in the order a newcomer needs them. */
export const COMMANDS: readonly Command[] = [listenCommand, triggerCommand, resendCommand]
