-- ARGV: now, request id, tokens.
free_expired_slots()
free_slot(ARGV[2], tonumber(ARGV[3]))
