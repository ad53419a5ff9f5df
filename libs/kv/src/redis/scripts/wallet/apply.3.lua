-- ARGV: now, version, base, frozen, number of tokens, then per token: id, version, remain, then per hold: id, journaled.
local first_hold = 6 + 3 * tonumber(ARGV[5])

expire_holds()
put_account(ARGV[2], ARGV[3], ARGV[4], false)
for index = 6, first_hold - 1, 3 do
  put_token(ARGV[index], ARGV[index + 1], ARGV[index + 2], false)
end
for index = first_hold, #ARGV, 2 do
  local hold = read_hold(ARGV[index])
  local journaled = tonumber(ARGV[index + 1])
  if hold and journaled > hold.journaled then
    hold.journaled = journaled
    hold.total = math.max(hold.total, journaled)
    write_hold(hold)
  end
end
keep_while_held()
