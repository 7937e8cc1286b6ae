import * as client from '@per-second/client'
import { exercise } from './exercise.mjs'

process.stdout.write(JSON.stringify(await exercise(client, process.env.BILLING_URL)))
