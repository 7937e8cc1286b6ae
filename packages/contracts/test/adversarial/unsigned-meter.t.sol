// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterStatus} from "../../src/Meter.sol";
import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {SilentToken} from "../mocks/MisbehavingTokens.sol";

/// @notice It is the token that checks the payer's signature. A token without that check opens a free meter in any
/// account's name, and the escrow's events say so. No money moves. Readers of events go by operator and token, as the
/// service does by id.
contract UnsignedMeterTest is EscrowTest {
    function test_aTokenThatChecksNothing_opensInAnyName_andTakesNothing() public {
        MeterTerms memory own = openDefault();
        MeterTerms memory forged = defaultTerms();
        forged.operator = stranger;
        forged.token = address(new SilentToken());
        forged.ratePerSecond = 0;
        bytes32 id = escrow.getId(forged);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Opened(id, payer, merchant, forged);
        vm.prank(stranger);
        escrow.open(forged, "");
        vm.warp(NOW + 3600);
        vm.prank(stranger);
        (uint256 gross, uint256 fee, uint256 refund) = escrow.close(forged, 3600);
        vm.assertEq(gross + fee + refund, 0, "amounts");
        assertState(escrow.getId(own), MeterStatus.Open, NOW, 0, 0);
        assertBalances(FUNDS - DEPOSIT, 0, 0, DEPOSIT);
    }

    function test_aTokenThatChecksNothing_opensNothingThatCosts() public {
        MeterTerms memory forged = defaultTerms();
        forged.operator = stranger;
        forged.token = address(new SilentToken());
        forged.ratePerSecond = 1;
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.DepositNotReceived.selector, 0, 1));
        vm.prank(stranger);
        escrow.open(forged, "");
    }
}
