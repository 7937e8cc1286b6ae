import * as client from '@per-second/client'
import { exercise } from './exercise.mjs'

globalThis.outcome = exercise(client, globalThis.BILLING_URL)
