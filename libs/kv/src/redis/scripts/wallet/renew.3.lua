-- ARGV: now, time left in ms, then per hold: id, spent. Answers the ids that are not open.
local expires = now + tonumber(ARGV[2])
local lost = {}

expire_holds()
for index = 3, #ARGV, 2 do
  local hold = read_hold(ARGV[index])
  if hold and not hold.closed then
    hold.spent = math.max(hold.spent, tonumber(ARGV[index + 1]))
    hold.total = math.max(hold.total, hold.spent)
    hold.expires = math.max(hold.expires, expires)
    write_hold(hold)
  else
    lost[#lost + 1] = ARGV[index]
  end
end
keep_while_held()
return lost
